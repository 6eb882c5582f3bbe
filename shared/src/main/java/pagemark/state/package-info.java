/// The DynamoDB table `pagemark-state`: everything that Pagemark must keep even if an index is
/// lost. An index itself is derived, and a rebuild restores it.
///
/// - [Generations]: the builds of each listing's index, and which one serves. [CachedGenerations]
///   spares a read for each request.
/// - [Quarantine] and [Suspects]: items that cannot be indexed, and entries in doubt.
/// - [Work]: who does what takes several runs, and how far it has come.
/// - [`rebuild`][pagemark.state.rebuild.Rebuilds]: the rebuilds that are under way.
/// - [`writer`][pagemark.state.writer.Writers]: what the stream's writers know.
///
/// All of them stand on one port, [StateStore], which keeps records ([Document]). [StateTable] is
/// that of DynamoDB, and lists every kind of item. Tests run one contract against it and its twin
/// in memory.
///
/// This package may use `listing`, `index` and `key`; `rebuild` and `writer` stand on it. Every
/// call costs a request to DynamoDB, which reads consistently, and throws its exceptions.
@NullMarked
package pagemark.state;

import org.jspecify.annotations.NullMarked;
