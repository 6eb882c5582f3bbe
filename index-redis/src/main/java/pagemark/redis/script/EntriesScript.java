package pagemark.redis.script;

import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.EntriesPart;

/// `entries.lua`: reads a part of a set, in order.
public final class EntriesScript {
  private static final Script SCRIPT = Script.of("bytes.lua", "ranks.lua", "entries.lua");

  private EntriesScript() {}

  /// @param from the place of an entry, or [Place#FIRST]
  /// @param count how many entries the part has at most; one more is read
  public static ScriptCall call(GroupRef group, Cell set, Bytes from, int count) {
    List<Object> arguments = new ArrayList<>();
    PageScript.add(from.equals(Place.FIRST) ? null : Place.position(from), arguments);
    arguments.add(count + 1);
    return ScriptCall.of(SCRIPT, List.of(IndexKeys.of(group).set(set)), arguments.toArray());
  }

  public static EntriesPart part(Cell set, int count, Object reply) {
    List<Position> positions = PageScript.positions(Layout.SCORE, (List<?>) reply);
    boolean more = positions.size() > count;
    return new EntriesPart(
        (more ? positions.subList(0, count) : positions)
            .stream().map(position -> new Entry(set, position)).toList(),
        more ? Place.of(positions.getLast()) : null);
  }
}
