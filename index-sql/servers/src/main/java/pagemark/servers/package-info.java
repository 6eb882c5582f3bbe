/// PostgreSQL and MariaDB for tests, as child processes: see [pagemark.servers.PostgresServer] and
/// [pagemark.servers.MariaDbServer].
///
/// The build unpacks the servers where Maven has them for the platform; elsewhere installed ones
/// are used. No product jar contains this package or a server.
@NullMarked
package pagemark.servers;

import org.jspecify.annotations.NullMarked;
