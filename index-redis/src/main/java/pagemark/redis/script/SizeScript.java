package pagemark.redis.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.GroupSize;

/// `size.lua`: counts the entries of a group.
public final class SizeScript {
  private static final Script SCRIPT = Script.of("size.lua");

  private SizeScript() {}

  /// @param cells empty if the listing has no filters
  public static ScriptCall call(GroupRef group, Collection<Cell> cells) {
    IndexKeys keys = IndexKeys.of(group);
    List<byte[]> sets = new ArrayList<>(List.of(keys.all()));
    cells.stream().filter(cell -> !cell.isWhole()).forEach(cell -> sets.add(keys.cell(cell)));
    return ScriptCall.of(SCRIPT, sets);
  }

  public static GroupSize size(GroupRef group, Object reply, boolean hasCells) {
    long all = (Long) ((List<?>) reply).get(0);
    return new GroupSize(group, all, hasCells ? (Long) ((List<?>) reply).get(1) : all);
  }
}
