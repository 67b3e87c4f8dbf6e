"""Runs authors' Python programs. Only the standard library; Python 3.9 and newer."""
