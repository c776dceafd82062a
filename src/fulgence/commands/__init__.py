"""One file per command, each with `run(options) -> exit code`."""
