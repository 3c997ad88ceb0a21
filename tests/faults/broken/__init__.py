"""Broken environments whose repair is tested: faults by themselves and in pairs.

Each row of the table breaks a copy of a sound environment, in which a shell then runs the first command that the
doctor prints. ``table.py`` puts the rows together; the other modules have the rows of one subject each.
"""
