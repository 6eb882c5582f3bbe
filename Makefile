# `sam build` calls the target of each function of template.yaml, in a copy of this folder, and takes what it puts into
# ARTIFACTS_DIR: the function's jar below lib/, and listings.json beside it. Maven alone builds everything else.

.PHONY: build-ApiFunction build-StreamSyncFunction

build-ApiFunction: MODULE = api-function
build-StreamSyncFunction: MODULE = stream-sync-function

build-ApiFunction build-StreamSyncFunction:
	test -n "$(ARTIFACTS_DIR)"
	mvn -q -B -Dquick -DskipTests -pl $(MODULE) -am package
	mkdir -p "$(ARTIFACTS_DIR)/lib"
	cp $(MODULE)/target/$(MODULE).jar "$(ARTIFACTS_DIR)/lib/"
	cp listings.json "$(ARTIFACTS_DIR)/"
