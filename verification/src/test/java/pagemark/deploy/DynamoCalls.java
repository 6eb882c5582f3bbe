package pagemark.deploy;

import java.util.Map;
import java.util.Set;

/// The calls of DynamoDB that each function may make, with the table. Written by hand;
/// [PermissionsTest] holds it against the byte code and the template.
final class DynamoCalls {
  static final Map<String, Set<String>> BY_FUNCTION =
      Map.of(
          Template.API,
          Set.of(
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:Query",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query"),
          Template.SYNC,
          Set.of(
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:DescribeTable",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.REBUILD,
          Set.of(
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:DescribeTable",
              "Table dynamodb:Scan",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.AUDIT,
          Set.of(
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:Scan",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.REPAIR,
          Set.of(
              "Table dynamodb:BatchGetItem",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.WATCH,
          Set.of(
              "Table dynamodb:DescribeTable",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"));

  private DynamoCalls() {}
}
