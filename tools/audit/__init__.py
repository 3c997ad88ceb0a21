"""The audit of finished wheels: rules, and a breakdown of their size."""
