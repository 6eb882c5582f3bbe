# Plans without an account. The packages are any files with these names: terraform test -var packages=FOLDER
mock_provider "aws" {
  mock_data "aws_partition" {
    defaults = { dns_suffix = "amazonaws.com" }
  }
}

variables {
  stream_arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/orders/stream/2026-01-01T00:00:00.000"
  cursor_key = "0123456789012345678901234567890123456789012"
  jwt        = null
  # Providers before 6.20 do not know java25.
  runtime = "java21"
}

run "public" {
  command = plan

  assert {
    condition     = toset([for function in aws_lambda_function.pagemark : function.runtime]) == toset(["java21"])
    error_message = "All functions have the runtime of the variable."
  }

  assert {
    condition = aws_lambda_function.pagemark["ApiFunction"].environment[0].variables == tomap({
      TABLE_NAME                = "orders"
      STATE_TABLE_NAME          = aws_dynamodb_table.state.name
      INDEX_URL                 = "dynamodb:pagemark-index"
      JAVA_TOOL_OPTIONS         = "-Dhttp.maxConnections=64"
      AWS_ENDPOINT_URL_DYNAMODB = "https://dynamodb.eu-central-1.amazonaws.com"
      BASE_PATH                 = "/"
      CORS_ORIGINS              = "none"
      CURSOR_KEY                = var.cursor_key
      CURSOR_KEY_PREVIOUS       = "none"
    })
    error_message = "The API reads the table, the state and the index."
  }

  assert {
    condition = !can(regex("\\$\\{", join("", concat(
      [aws_sfn_state_machine.rebuild.definition],
      [for policy in aws_iam_role_policy.function : policy.policy],
    ))))
    error_message = "Every name in the shared files is filled in."
  }

  assert {
    condition = alltrue([
      for function, policy in aws_iam_role_policy.function :
      strcontains(policy.policy, "log-group:${aws_cloudwatch_log_group.function[local.keys[function].log].name}:*")
    ])
    error_message = "Each function may write its own log."
  }

  assert {
    condition = alltrue([
      for name in [aws_s3_bucket.failures.bucket, "function:${aws_lambda_function.pagemark["StreamSyncFunction"].function_name}"] :
      strcontains(join("", [for policy in aws_iam_role_policy.function : policy.policy]), ":${name}\"")
    ])
    error_message = "Policies name the bucket and the function that are made."
  }

  assert {
    condition     = strcontains(aws_sfn_state_machine.rebuild.definition, "function:${aws_lambda_function.pagemark["RebuildFunction"].function_name}\"")
    error_message = "The state machine invokes the function that is made."
  }

  assert {
    condition = { for name, rule in aws_cloudwatch_event_rule.pagemark : name => coalesce(rule.schedule_expression, "pattern") } == {
      GivenUp        = "pattern"
      RepairSchedule = "rate(5 minutes)"
      SweepSchedule  = "rate(1 minute)"
      WatchSchedule  = "rate(5 minutes)"
    }
    error_message = "The repair and the watch are started."
  }

  assert {
    condition     = aws_apigatewayv2_route.any.authorization_type == "NONE" && length(aws_apigatewayv2_authorizer.jwt) == 0
    error_message = "Without an issuer the API is public."
  }
}

run "with_tokens" {
  command = plan

  variables {
    jwt = { issuer = "https://issuer.example.com/pool", audience = ["web"] }
  }

  assert {
    condition     = aws_apigatewayv2_route.any.authorization_type == "JWT"
    error_message = "With an issuer the route asks for a token."
  }
}
