"""Accounts: one name for the runs and studies of several browsers. Nobody needs one."""
