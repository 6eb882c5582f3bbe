-- The database and the users of an index in PostgreSQL on RDS or Aurora, for its administrator, in psql. Keep the order: a
-- member of rds_iam, also through another role, can no longer log in with a password. docs/which-index.md has the rest.
CREATE DATABASE pagemark;
\connect pagemark
CREATE USER pagemark_sync;
CREATE USER pagemark_api;
GRANT pagemark_sync TO CURRENT_USER;
CREATE SCHEMA pagemark AUTHORIZATION pagemark_sync;
GRANT USAGE ON SCHEMA pagemark TO pagemark_api;
ALTER DEFAULT PRIVILEGES FOR ROLE pagemark_sync IN SCHEMA pagemark GRANT SELECT ON TABLES TO pagemark_api;
REVOKE pagemark_sync FROM CURRENT_USER;
ALTER ROLE pagemark_sync IN DATABASE pagemark SET search_path = pagemark;
ALTER ROLE pagemark_api IN DATABASE pagemark SET search_path = pagemark;
GRANT rds_iam TO pagemark_sync, pagemark_api;
