/// The index on a simulated store.
///
/// - [SimulatedNodes] keeps items in memory and counts what requests cost. [NodesContract] holds it
///   against the real requests.
/// - [FaultyNodes] is the same with faults. In a [Schedule], a seed decides which process goes on
///   at each request ([pagemark.index.Turns]), and what happens to it.
/// - A [ListedTable] changes, a [Handler] does what the sync side does with the records, and at the
///   end [TreeCheck] finds all that is wrong with a tree.
/// - [TreeSimulationTest] runs schedules, and [RareSchedulesTest] those that a seed hardly ever
///   finds. In [SlowWritersTest] the processes of a [SmallTree] wait at one request.
/// - [HotGroupTest] measures many writers of one group in simulated time.
@NullMarked
package pagemark.tree.simulation;

import org.jspecify.annotations.NullMarked;
