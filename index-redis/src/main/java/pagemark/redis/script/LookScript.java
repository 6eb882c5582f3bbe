package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;

/// `look.lua`: reads registers of a group.
public final class LookScript {
  private static final Script SCRIPT =
      Script.of("clock.lua", "packed.lua", "fences.lua", "look.lua");
  private static final byte[] NONE = {};

  private LookScript() {}

  public static ScriptCall call(GroupLook look, FenceTime fences) {
    IndexKeys keys = IndexKeys.of(look.group());
    List<byte[]> keyList = new ArrayList<>(List.of(keys.marker(), keys.all()));
    keyList.addAll(keys.fences());
    cells(look).forEach(cell -> keyList.add(keys.cell(cell)));
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(bytes(look.group().generation()));
    fences.addTo(arguments);
    for (GroupLook.Item item : look.items()) {
      arguments.add(item.item().toArray());
      arguments.add(ItemDigest.of(look.group().generation(), item.item()));
      addEntry(item, arguments);
    }
    return new ScriptCall(SCRIPT, keyList, arguments);
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

  private static void addEntry(GroupLook.Item item, List<byte[]> arguments) {
    Entry entry = item.entry();
    if (entry == null) {
      arguments.addAll(List.of(NONE, NONE, NONE));
    } else {
      Bytes member = entry.position().member();
      arguments.add(bytes(entry.cell().name()));
      arguments.add(bytes(Scores.text(entry.position().score())));
      arguments.add(member.equals(item.item()) ? NONE : member.toArray());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  public static Looked looked(GroupLook look, List<?> reply) {
    List<Register> registers = new ArrayList<>();
    for (int i = 0; i < look.items().size(); i++) {
      boolean present = (Long) reply.get(1 + 2 * i) == 1;
      byte[] text = (byte[]) reply.get(2 + 2 * i);
      registers.add(new Register(fence(look.items().get(i).item(), text), present));
    }
    return new Looked(Instant.ofEpochMilli((Long) reply.getFirst()), registers);
  }

  private static @Nullable Fence fence(Bytes item, byte[] text) {
    return text.length == 0 ? null : FenceText.parse(item, text);
  }
}
