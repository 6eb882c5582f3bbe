/// The Lua scripts of the index. Every operation is one [Script], which Redis runs atomically. On a
/// cluster all its keys are in one slot.
///
/// Each script is a file in the resources of this package, with a header that names its KEYS, ARGV
/// and reply. One class builds the [ScriptCall] and reads the reply:
///
/// - [PageScript] reads a page, [FacetsScript] counts.
/// - [WriteScript] applies changes, [LookScript] reads registers, [SweepScript] drops old fences.
/// - [BuildingScript] and [ReadyScript] mark slots, [StateScript] counts their states, [DropScript]
///   removes markers.
/// - [EntriesScript] reads a part of a set, in order.
/// - [SizeScript] counts the entries of a group.
///
/// [IndexKeys] names the keys and [Slots] their slots. [PackedFence] packs a fence with the
/// [ItemDigest] of its item. [FenceText], [FenceTime] and [Scores] write values as the scripts read
/// them. A new key or another text changes the layout that `docs/index-layout.md` describes.
///
/// This package may use the ports and keys of `shared`. It opens no connection.
@NullMarked
package pagemark.redis.script;

import org.jspecify.annotations.NullMarked;
