-- The database and the users of an index in MariaDB or MySQL on RDS or Aurora. docs/which-index.md has the rest.
CREATE DATABASE pagemark;
CREATE USER pagemark_sync IDENTIFIED WITH AWSAuthenticationPlugin AS 'RDS' REQUIRE SSL;
CREATE USER pagemark_api IDENTIFIED WITH AWSAuthenticationPlugin AS 'RDS' REQUIRE SSL;
GRANT ALL PRIVILEGES ON pagemark.* TO pagemark_sync;
GRANT SELECT ON pagemark.* TO pagemark_api;
