package pagemark.redis.script;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.LookResult.Unmarked;
import pagemark.redis.script.PackedFence.FenceText;
import pagemark.redis.script.PackedFence.FenceText.Scores;
import pagemark.redis.script.PackedFence.ItemDigest;
import pagemark.redis.script.ScriptCall.ArgumentList;
import pagemark.redis.script.ScriptCall.FenceTime;
import pagemark.redis.script.ScriptCall.Script;

/// `look.lua`: reads registers of groups.
public final class LookScript {
  private static final Script SCRIPT =
      Script.of("clock.lua", "packed.lua", "fences.lua", "look.lua");
  private static final byte[] NONE = {};
  private static final int KEYS = 4;
  private static final int HEAD = 3;
  private static final int PER_ITEM = 5;

  private LookScript() {}

  /// @param looks each at another group
  public static ScriptCall call(List<GroupLook> looks, FenceTime fences) {
    return new ScriptCall(
        SCRIPT,
        IndexKeys.of(looks.getFirst().group()).all(),
        (keys, arguments) -> {
          ArgumentList list = new ArgumentList();
          looks.forEach(look -> add(look, keys, list));
          arguments.add(NONE);
          fences.addTo(arguments);
          arguments.add(list.toArray());
        });
  }

  private static void add(GroupLook look, List<byte[]> keys, ArgumentList list) {
    IndexKeys names = IndexKeys.of(look.group());
    List<byte[]> own = new ArrayList<>(List.of(names.marker(), names.all()));
    own.addAll(names.fences());
    cells(look).forEach(cell -> own.add(names.cell(cell)));
    keys.addAll(own);
    list.add(own.size());
    list.add(HEAD + PER_ITEM * look.items().size());
    list.add(look.group().generation());
    for (GroupLook.Item item : look.items()) {
      list.add(item.item().toArray());
      list.add(ItemDigest.of(look.group().generation(), item.item()));
      addEntry(item, list);
    }
  }

  /// The maximum number of keys and values that a look needs in a call.
  public static int size(GroupLook look) {
    return KEYS + HEAD + (PER_ITEM + 1) * look.items().size();
  }

  private static Set<Cell> cells(GroupLook look) {
    Set<Cell> cells = new LinkedHashSet<>();
    for (GroupLook.Item item : look.items()) {
      if (item.entry() != null) {
        cells.add(item.entry().cell());
      }
    }
    cells.remove(Cell.WHOLE);
    return cells;
  }

  private static void addEntry(GroupLook.Item item, ArgumentList list) {
    Entry entry = item.entry();
    if (entry == null) {
      list.add("");
      list.add("");
      list.add("");
    } else {
      Bytes member = entry.position().member();
      list.add(entry.cell().name());
      list.add(Scores.text(entry.position().score()));
      list.add(member.equals(item.item()) ? NONE : member.toArray());
    }
  }

  /// Reads the results of a call, one for each look, in order.
  public static List<LookResult> results(Object reply, List<GroupLook> looks) {
    Iterator<?> values = ((List<?>) reply).iterator();
    Instant at = Instant.ofEpochMilli((Long) values.next());
    return looks.stream().map(look -> result(values, at, look)).toList();
  }

  private static LookResult result(Iterator<?> values, Instant at, GroupLook look) {
    if ((Long) values.next() == 0) {
      return new Unmarked();
    }
    List<Register> registers = new ArrayList<>();
    for (GroupLook.Item item : look.items()) {
      boolean present = (Long) values.next() == 1;
      registers.add(new Register(fence(item.item(), (byte[]) values.next()), present));
    }
    return new Looked(at, registers);
  }

  private static @Nullable Fence fence(Bytes item, byte[] text) {
    return text.length == 0 ? null : FenceText.parse(item, text);
  }
}
