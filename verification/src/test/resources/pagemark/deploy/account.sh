#!/bin/bash
# Takes the place of aws, sam, curl and pagemark: an account whose resources are the lines of $ACCOUNT/resources, each a kind
# and a name. The call of number $FAILS fails: one that makes something after that, another one before it does anything.
calls=$(($(cat "$ACCOUNT/calls" 2>/dev/null || echo 0) + 1))
echo "$calls" >"$ACCOUNT/calls"
touch "$ACCOUNT/resources"
name=$TABLE_NAME
words="${0##*/} $*"

make() {
  grep -qx "$*" "$ACCOUNT/resources" || echo "$*" >>"$ACCOUNT/resources"
}

remove() {
  grep -vx "$*" "$ACCOUNT/resources" >"$ACCOUNT/others"
  mv "$ACCOUNT/others" "$ACCOUNT/resources"
}

# Prints the names of a kind.
all() {
  sed -n "s/^$1 //p" "$ACCOUNT/resources" | paste -s
}

fails() {
  [ "$calls" != "${FAILS:-0}" ] || {
    echo "An error occurred (InternalServerError)" >&2
    exit 1
  }
}

case "$words" in
  "aws dynamodb create-table"*) make table "$name" ;;
  "sam deploy"*)
    make stack "$name"
    make table "$name-StateTable-1"
    make bucket "$name-failurebucket-1"
    make key 1234-key
    ;;
  "pagemark rebuild"*) make table "$name-index-1" ;;
esac
fails
case "$words" in
  "sam build"*) mkdir -p .aws-sam/build/ApiFunction ;;
  "aws dynamodb describe-table"*) echo "arn:aws:dynamodb:eu-central-1:123456789012:table/$name/stream/1" ;;
  "aws dynamodb delete-item"* | "aws dynamodb update-item"*SET\ \#t*) echo gone >>"$ACCOUNT/gone" ;;
  "aws dynamodb list-tables"*-index\'*) all table | tr '\t' '\n' | grep index ;;
  "aws dynamodb list-tables"*) all table ;;
  "aws dynamodb delete-table"*) remove table "$4" ;;
  "aws s3api list-buckets"*) all bucket ;;
  "aws s3 rb"*) remove bucket "${4#s3://}" ;;
  "aws kms schedule-key-deletion"*) remove key 1234-key ;;
  "aws cloudformation describe-stacks"*) echo https://api.example ;;
  "aws cloudformation list-stack-resources"*) all key ;;
  "aws cloudformation delete-stack"*) remove stack "$name" ;;
  "aws cloudformation get-template"*) echo "Resources: {}" ;;
  "aws cloudwatch"*) echo 250000.0 ;;
  "pagemark plan"*) echo "# of that: writes of the index \$2.59, \$4.86, \$10.37; reads, functions and log lines" ;;
  "pagemark load"*) wc -l <"$7" >"$ACCOUNT/loaded" ;;
  "curl "*)
    loaded=$(cat "$ACCOUNT/loaded" 2>/dev/null || echo 0)
    gone=$(cat "$ACCOUNT/gone" 2>/dev/null | wc -l)
    echo "{\"page\":{\"number\":1,\"totalItems\":$((loaded / 10 - gone)),\"rank\":1}}"
    ;;
esac
