/// The Lua scripts of the index. Every operation is one [ScriptCall.Script], which Redis runs
/// atomically. On a cluster all its keys are in one slot.
///
/// Each script is a file in the resources of this package, with a header that names its KEYS, ARGV
/// and reply. Its caller builds the [ScriptCall] and reads the reply, or a class does it:
/// [PageScript] of those that read sets in order, [WriteScript] of those that apply changes,
/// [LookScript] of the one that reads registers.
///
/// [IndexKeys] names the keys and [IndexKeys.Slots] their slots. [PackedFence] packs a fence with a
/// digest of its item. [PackedFence.FenceText] and [ScriptCall.FenceTime] write values as the
/// scripts read them. A new key or another text changes the layout that
/// `docs/internals/index-layout.md` describes.
///
/// This package may use the ports and keys of `shared`. It opens no connection.
@NullMarked
package pagemark.redis.script;

import org.jspecify.annotations.NullMarked;
