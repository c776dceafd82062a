"""New cities from a seed: maps that obey the laws of the series, play like a model city and look like one."""
