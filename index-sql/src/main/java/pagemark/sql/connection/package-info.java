/// Connects to a database and runs transactions. Enter at [Database].
///
/// 1. [SqlUrl] parses the URL, which names the [Dialect]: the SQL that differs between databases.
/// 2. [Drivers] configures the driver. [Drivers.LoginSource] opens connections with a password, or
///    with a token of [RdsTokens]. [Drivers.SqliteFile] checks a file before SQLite opens it.
/// 3. [Database] keeps two pools, for reads and for writes. It runs each operation as one
///    transaction ([Tx]), and repeats it if it conflicts with another.
/// 4. A statement takes many rows ([KeyedRead.GivenRows]) or keys ([KeyedRead]) at once.
/// 5. [Schema] makes the tables, or brings them up to date.
///
/// This package may use `IndexException` and `IndexSettings` of the ports. It knows no table but by
/// the files that [Schema] runs. A database has up to 10 connections in each pool.
@NullMarked
package pagemark.sql.connection;

import org.jspecify.annotations.NullMarked;
