# The HTTP API. It has one route, so that the function also answers unknown paths and other methods.
resource "aws_apigatewayv2_api" "pages" {
  name          = var.name
  protocol_type = "HTTP"
}

resource "aws_apigatewayv2_stage" "pages" {
  api_id      = aws_apigatewayv2_api.pages.id
  name        = "$default"
  auto_deploy = true

  default_route_settings {
    throttling_rate_limit  = var.requests_per_second_max
    throttling_burst_limit = var.requests_per_second_max
  }
}

resource "aws_apigatewayv2_integration" "function" {
  api_id                 = aws_apigatewayv2_api.pages.id
  integration_type       = "AWS_PROXY"
  integration_uri        = aws_lambda_function.pagemark["ApiFunction"].arn
  payload_format_version = "2.0"
}

resource "aws_apigatewayv2_authorizer" "jwt" {
  count = var.jwt == null ? 0 : 1

  api_id           = aws_apigatewayv2_api.pages.id
  name             = "jwt"
  authorizer_type  = "JWT"
  identity_sources = ["$request.header.Authorization"]

  jwt_configuration {
    issuer   = var.jwt.issuer
    audience = var.jwt.audience
  }
}

resource "aws_apigatewayv2_route" "any" {
  api_id             = aws_apigatewayv2_api.pages.id
  route_key          = "$default"
  target             = "integrations/${aws_apigatewayv2_integration.function.id}"
  authorization_type = var.jwt == null ? "NONE" : "JWT"
  authorizer_id      = one(aws_apigatewayv2_authorizer.jwt[*].id)
}

resource "aws_lambda_permission" "api" {
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.pagemark["ApiFunction"].function_name
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.pages.execution_arn}/*"
}

output "url" {
  description = "The URL of the API. Page 3 is at URL/LISTING/GROUP?page=3"
  value       = aws_apigatewayv2_api.pages.api_endpoint
}

output "rebuild_arn" {
  description = "The state machine that builds the index. Its input is {\"listing\":\"orders\"}."
  value       = aws_sfn_state_machine.rebuild.arn
}
