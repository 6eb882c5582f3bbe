/// Runs the production code of this module one I/O at a time. A seed decides which actor goes on,
/// what is lost, which process is killed, and how much time passes. Enter at [Simulation].
///
/// - The world: [pagemark.index.Turns] lets one actor go on at a time; the types `Simulated...` are
///   its table, stream, index, function, rebuilds, audits, watch and readers. [Mix] and [Faults]
///   say what happens in it.
/// - What must hold: [EndCheck] compares index and table at the end. [PageCheck] checks each page
///   that is read meanwhile, [SimulatedReaders] all pages after the last write.
/// - [AuditWorld] is a smaller world, for the model of an audit.
///
/// The package is one room, because its types use each other's package-private parts throughout.
@NullMarked
package pagemark.simulation;

import org.jspecify.annotations.NullMarked;
