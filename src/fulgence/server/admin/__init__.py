"""Administration: what operators do with the tables, names and addresses of a server, without HTTP."""
