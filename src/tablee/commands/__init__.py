"""One module a command; each imports the games only when it runs, so that --help is quick."""
