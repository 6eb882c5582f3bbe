/// The page index in a SQL database: SQLite, MySQL, MariaDB or PostgreSQL.
///
/// docs/index-layout.md has the tables.
@NullMarked
package pagemark.sql;

import org.jspecify.annotations.NullMarked;
