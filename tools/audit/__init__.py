"""What finished wheels must hold to, and where their bytes go."""
