terraform {
  required_version = ">= 1.7"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.100"
    }
  }
}

data "aws_partition" "current" {}

locals {
  stream = split(":", var.stream_arn)
  path   = split("/", var.stream_arn)
  names = {
    name                  = var.name
    partition             = local.stream[1]
    region                = local.stream[3]
    account               = local.stream[4]
    dns_suffix            = data.aws_partition.current.dns_suffix
    table                 = local.path[1]
    stream_label          = local.path[3]
    index_read_units_max  = var.index_read_units_max
    index_write_units_max = var.index_write_units_max
  }

  # The first file is made from template.yaml, and its keys are known before the table exists. The second is the template's.
  functions = jsondecode(templatefile("${path.module}/functions.json", local.names))
  keys      = jsondecode(file("${path.module}/functions.json"))
  machine = templatefile("${path.module}/../../deployment/rebuild.asl.json", {
    function  = join(":", ["arn", local.names.partition, "lambda", local.names.region, local.names.account, "function", "${var.name}-RebuildFunction"])
    partition = local.names.partition
    segments  = var.rebuild_segments
  })

  cursor_keys = { CURSOR_KEY = var.cursor_key, CURSOR_KEY_PREVIOUS = "none" }
}

# Generations, rebuilds and quarantined items. Rebuilds create the tables of the index.
resource "aws_dynamodb_table" "state" {
  name         = "${var.name}-state"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "pk"
  range_key    = "sk"

  attribute {
    name = "pk"
    type = "S"
  }

  attribute {
    name = "sk"
    type = "S"
  }

  ttl {
    attribute_name = "expires"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = true
  }
}

# ---------------------------------------------------------------------------------------------------------------------
# Functions
# ---------------------------------------------------------------------------------------------------------------------
resource "aws_lambda_function" "pagemark" {
  for_each = local.keys

  function_name    = "${var.name}-${each.key}"
  role             = aws_iam_role.function[each.key].arn
  runtime          = var.runtime
  architectures    = ["arm64"]
  handler          = each.value.handler
  memory_size      = each.value.memory
  timeout          = each.value.timeout
  filename         = "${var.packages}/${each.value.module}.zip"
  source_code_hash = filebase64sha256("${var.packages}/${each.value.module}.zip")

  environment {
    variables = merge(local.functions[each.key].environment, each.key == "ApiFunction" ? local.cursor_keys : {})
  }

  # Lambda's own lines of an invocation that ends well would cost as much as the function's.
  logging_config {
    log_group        = aws_cloudwatch_log_group.function[each.value.log].name
    log_format       = "JSON"
    system_log_level = "WARN"
  }

  depends_on = [aws_iam_role_policy.function]
}

resource "aws_cloudwatch_log_group" "function" {
  for_each = toset([for of in local.keys : of.log])

  name              = "/aws/lambda/${var.name}-${each.key}"
  retention_in_days = var.log_retention_days
}

resource "aws_iam_role" "function" {
  for_each = local.keys

  name = "${var.name}-${each.key}"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_iam_role_policy" "function" {
  for_each = local.keys

  role   = aws_iam_role.function[each.key].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.functions[each.key].statements })
}

# ---------------------------------------------------------------------------------------------------------------------
# Stream to index. Records that are given up are kept in the bucket, and the watch is told
# ---------------------------------------------------------------------------------------------------------------------
resource "aws_lambda_event_source_mapping" "stream" {
  event_source_arn                   = var.stream_arn
  function_name                      = aws_lambda_function.pagemark["StreamSyncFunction"].arn
  starting_position                  = "TRIM_HORIZON"
  batch_size                         = 1000
  maximum_batching_window_in_seconds = var.index_window_seconds
  function_response_types            = ["ReportBatchItemFailures"]
  bisect_batch_on_function_error     = true
  maximum_retry_attempts             = -1
  maximum_record_age_in_seconds      = 82800

  destination_config {
    on_failure {
      destination_arn = aws_s3_bucket.failures.arn
    }
  }
}

resource "aws_s3_bucket" "failures" {
  bucket = "${var.name}-failures-${local.names.account}"
}

resource "aws_s3_bucket_lifecycle_configuration" "failures" {
  bucket = aws_s3_bucket.failures.id

  rule {
    id     = "forget"
    status = "Enabled"
    filter {}
    expiration {
      days = 14
    }
  }
}

resource "aws_s3_bucket_notification" "failures" {
  bucket      = aws_s3_bucket.failures.id
  eventbridge = true
}

# ---------------------------------------------------------------------------------------------------------------------
# Rebuild: table to index
# ---------------------------------------------------------------------------------------------------------------------
resource "aws_sfn_state_machine" "rebuild" {
  name       = "${var.name}-rebuild"
  role_arn   = aws_iam_role.rebuild.arn
  definition = local.machine

  depends_on = [aws_iam_role_policy.rebuild]
}

resource "aws_iam_role" "rebuild" {
  name = "${var.name}-rebuild"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "states.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

# A long rebuild goes on in another execution.
resource "aws_iam_role_policy" "rebuild" {
  role = aws_iam_role.rebuild.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = "lambda:InvokeFunction", Resource = aws_lambda_function.pagemark["RebuildFunction"].arn },
      {
        Effect   = "Allow"
        Action   = "states:StartExecution"
        Resource = join(":", ["arn", local.names.partition, "states", local.names.region, local.names.account, "stateMachine", "${var.name}-rebuild"])
      },
    ]
  })
}

# ---------------------------------------------------------------------------------------------------------------------
# Schedules of the repair and of the watch, and the event of a record that was given up
# ---------------------------------------------------------------------------------------------------------------------
locals {
  schedules = merge([
    for function, of in local.keys : {
      for name, schedule in of.schedules :
      (name) => { function = function, every = schedule.schedule, pattern = null, input = schedule.input }
    }
  ]...)
  given_up = {
    function = "StreamWatchFunction"
    every    = null
    pattern  = jsonencode({ source = ["aws.s3"], detail-type = ["Object Created"], detail = { bucket = { name = [aws_s3_bucket.failures.bucket] } } })
    input    = null
  }
  events = merge(local.schedules, { GivenUp = local.given_up })
}

resource "aws_cloudwatch_event_rule" "pagemark" {
  for_each = local.events

  name                = "${var.name}-${each.key}"
  schedule_expression = each.value.every
  event_pattern       = each.value.pattern
}

resource "aws_cloudwatch_event_target" "pagemark" {
  for_each = local.events

  rule  = aws_cloudwatch_event_rule.pagemark[each.key].name
  arn   = aws_lambda_function.pagemark[each.value.function].arn
  input = each.value.input
}

resource "aws_lambda_permission" "event" {
  for_each = local.events

  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.pagemark[each.value.function].function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.pagemark[each.key].arn
}
