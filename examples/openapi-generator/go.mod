module generated

go 1.18
