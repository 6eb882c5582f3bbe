/// The index on a simulated store.
///
/// - [SimulatedNodes] keeps items in memory and counts what requests cost. [NodesContract] holds it
///   against the real requests.
/// - [FaultyNodes] is the same with faults. A seed decides which process goes on at each request
///   ([pagemark.index.Turns]), and what happens to it.
/// - [TreeCheck] finds all that is wrong with a tree.
/// - `RepairSchedulesTest` of the stream's function runs schedules of all that writes and reads a
///   tree, and [RareSchedulesTest] those that a seed hardly ever finds. In [SlowWritersTest] the
///   processes of a [SmallTree] wait at one request.
/// - [HotGroupTest] measures many writers of one group in simulated time.
@NullMarked
package pagemark.tree.simulation;

import org.jspecify.annotations.NullMarked;
