# `sam build` calls the target of each function of template.yaml, in a copy of this folder. The target puts
# the function's jar into ARTIFACTS_DIR/lib/, and the listings beside lib/. A release has the jars in functions/; in a
# checkout Maven builds them.
# `INDEX=dynamodb sam build` takes the jars for the template's IndexKind dynamodb. `INDEX=sql sam build` takes those for sql,
# and rds-ca.pem if there is one. `LISTINGS=orders.json sam build` takes another file of listings.

.PHONY: build-ApiFunction build-StreamSyncFunction build-RebuildFunction build-AuditFunction build-RepairFunction build-StreamWatchFunction

INDEX ?= redis
KIND-redis =
KIND-dynamodb = -dynamodb
KIND-sql = -sql
$(if $(filter undefined,$(origin KIND-$(INDEX))),$(error INDEX is "$(INDEX)". Valid values: redis, dynamodb, sql))

LISTINGS ?= listings.json
$(if $(wildcard $(LISTINGS)),,$(error LISTINGS is "$(LISTINGS)", and there is no such file. Valid: a file of listings, such as listings.json))

JARS = $(if $(wildcard functions),functions,$(MODULE)/target)

build-ApiFunction: MODULE = api-function
build-AuditFunction: MODULE = stream-sync-function
build-StreamSyncFunction: MODULE = stream-sync-function
build-RebuildFunction: MODULE = stream-sync-function
build-RepairFunction: MODULE = stream-sync-function
build-StreamWatchFunction: MODULE = stream-sync-function

build-ApiFunction build-StreamSyncFunction build-RebuildFunction build-AuditFunction build-RepairFunction build-StreamWatchFunction:
	test -n "$(ARTIFACTS_DIR)"
	if [ ! -d functions ]; then mvn -q -B -Dquick -DskipTests -pl $(MODULE) -am package; fi
	mkdir -p "$(ARTIFACTS_DIR)/lib"
	cp $(JARS)/$(MODULE)$(KIND-$(INDEX)).jar "$(ARTIFACTS_DIR)/lib/"
	cp "$(LISTINGS)" "$(ARTIFACTS_DIR)/listings.json"
	if [ "$(INDEX)" = sql ] && [ -e rds-ca.pem ]; then cp rds-ca.pem "$(ARTIFACTS_DIR)/"; fi
