/// The DynamoDB table `pagemark-state`: everything that Pagemark must keep even if an index is
/// lost. An index itself is derived, and a rebuild restores it.
///
/// - [Generations]: the builds of each listing's index, and which one serves. [CachedGenerations]
///   spares a read for each request.
/// - [Rebuilds]: the rebuild of a listing that is under way, its owner's lease, and how far it is.
/// - [Writers] and [WitnessNotes]: what the stream's writers know and what stores have acknowledged
///   to them. A rebuild waits for the writers; the repair function checks the witnesses.
/// - [Quarantine] and [Suspects]: items that cannot be indexed, and entries in doubt.
/// - [Walks] and [WatchItems]: how far the walk through old fences and the watch of the stream are.
///
/// [StateTable] lists every kind of item. The interfaces are ports; the classes named `...Items`
/// implement them. Tests run the same contracts against these and against implementations in
/// memory.
@NullMarked
package pagemark.state;

import org.jspecify.annotations.NullMarked;
