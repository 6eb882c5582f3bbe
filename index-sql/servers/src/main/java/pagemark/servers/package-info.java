/// Runs PostgreSQL, MariaDB and MySQL as child processes, for tests only. Enter at
/// [PostgresServer], [MariaDbServer] and [MySqlServer].
///
/// The build unpacks the servers if Maven has them for the platform. Otherwise installed ones are
/// used ([Binaries]). No product jar contains this package or a server.
///
/// This package uses `embedded` alone, whose child processes end with this JVM. A start takes
/// seconds, so the tests of a run share one server of each kind.
@NullMarked
package pagemark.servers;

import org.jspecify.annotations.NullMarked;
