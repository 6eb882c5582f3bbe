package pagemark.deploy;

import java.util.Map;
import java.util.Set;

/// The calls of DynamoDB that each function may make, with the table, which is `Index` only if the
/// index is in DynamoDB. Written by hand; [PermissionsTest] holds it against the byte code and the
/// template.
final class DynamoCalls {
  static final Map<String, Set<String>> BY_FUNCTION =
      Map.of(
          Template.API,
          Set.of(
              "Index dynamodb:BatchGetItem",
              "Index dynamodb:GetItem",
              "Index dynamodb:Query",
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:Query",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query"),
          Template.SYNC,
          Set.of(
              "Index dynamodb:BatchGetItem",
              "Index dynamodb:DeleteItem",
              "Index dynamodb:GetItem",
              "Index dynamodb:PutItem",
              "Index dynamodb:Query",
              "Index dynamodb:UpdateItem",
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:DescribeTable",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.REBUILD,
          Set.of(
              "Index dynamodb:BatchGetItem",
              "Index dynamodb:CreateTable",
              "Index dynamodb:DeleteItem",
              "Index dynamodb:DeleteTable",
              "Index dynamodb:DescribeTable",
              "Index dynamodb:GetItem",
              "Index dynamodb:PutItem",
              "Index dynamodb:Query",
              "Index dynamodb:UpdateItem",
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:DescribeTable",
              "Table dynamodb:Scan",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.AUDIT,
          Set.of(
              "Index dynamodb:BatchGetItem",
              "Index dynamodb:DeleteItem",
              "Index dynamodb:GetItem",
              "Index dynamodb:PutItem",
              "Index dynamodb:Query",
              "Index dynamodb:Scan",
              "Index dynamodb:UpdateItem",
              "Table dynamodb:BatchGetItem",
              "Table dynamodb:Scan",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:UpdateItem"),
          Template.REPAIR,
          Set.of(
              "Index dynamodb:BatchGetItem",
              "Index dynamodb:DeleteItem",
              "Index dynamodb:DeleteTable",
              "Index dynamodb:DescribeTable",
              "Index dynamodb:GetItem",
              "Index dynamodb:ListTables",
              "Index dynamodb:PutItem",
              "Index dynamodb:Query",
              "Index dynamodb:Scan",
              "Index dynamodb:UpdateItem",
              "Table dynamodb:BatchGetItem",
              "StateTable dynamodb:DeleteItem",
              "StateTable dynamodb:GetItem",
              "StateTable dynamodb:PutItem",
              "StateTable dynamodb:Query",
              "StateTable dynamodb:Scan",
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
