variable "name" {
  type        = string
  default     = "pagemark"
  description = "What the names of all resources begin with."
}

variable "stream_arn" {
  type        = string
  description = "The stream of the listed table, such as aws_dynamodb_table.orders.stream_arn. Its view type must be new and old images."
}

variable "jwt" {
  type        = object({ issuer = string, audience = list(string) })
  description = "Who may read pages: everybody who has a token of this issuer. null makes the API public. There is no default."
}

variable "cursor_key" {
  type        = string
  sensitive   = true
  description = "Seals cursors, 43 characters or more: openssl rand -hex 32. It is in Terraform's state, too."

  validation {
    condition     = length(var.cursor_key) >= 43
    error_message = "must have at least 43 characters."
  }
}

variable "runtime" {
  type        = string
  default     = "java25"
  description = "The functions' runtime. java25 needs version 6.20 of the provider."
}

variable "packages" {
  type        = string
  default     = "dist"
  description = "The folder with api-function.zip and stream-sync-function.zip."
}

variable "requests_per_second_max" {
  type        = number
  default     = 20
  description = "The most requests per second. More are answered 429."
}

variable "index_read_units_max" {
  type        = number
  default     = 2000
  description = "The most read units per second of the index's table, from the next rebuild on."
}

variable "index_write_units_max" {
  type        = number
  default     = 2000
  description = "The most write units per second of the index's table, from the next rebuild on."
}

variable "index_window_seconds" {
  type        = number
  default     = 1
  description = "How long stream records are gathered for a batch. Larger batches cost fewer write units."
}

variable "rebuild_segments" {
  type        = number
  default     = 4
  description = "The number of parts of the table that a rebuild reads in parallel, 1 to 40."
}

variable "log_retention_days" {
  type        = number
  default     = 30
  description = "How long logs are kept."
}
