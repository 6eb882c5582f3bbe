package pagemark.redis;

import java.util.List;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.key.Position;

/// `rank.lua`: how many entries of a group stand before a position.
final class RankScript {
  private static final Script SCRIPT = Script.of("bytes.lua", "rank.lua");

  private RankScript() {}

  static ScriptCall call(GroupRef group, Position position) {
    IndexKeys keys = IndexKeys.of(group);
    return ScriptCall.of(
        SCRIPT,
        List.of(keys.marker(), keys.all()),
        group.generation(),
        Scores.text(position.score()),
        position.member().toArray());
  }

  static long rank(GroupRef group, Object reply) {
    List<?> parts = (List<?>) reply;
    if (parts.isEmpty()) {
      throw new IndexException.NotReady(group.generation());
    }
    return (Long) parts.getFirst();
  }
}
