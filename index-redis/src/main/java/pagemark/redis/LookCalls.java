package pagemark.redis;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Failed;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.LookResult.Unmarked;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.LookScript;
import pagemark.redis.script.Slots;

/// Divides a group's look into calls, each within the limit on keys and arguments, and combines the
/// results.
final class LookCalls {
  private static final int ITEMS_PER_CALL = 600;

  /// A part of the look that goes out in one script call, alone or with other groups.
  static final class OpenLook implements SharedCalls.Open {
    private final GroupLook look;
    private boolean alone;
    private @Nullable LookResult result;

    private OpenLook(GroupLook look) {
      this.look = look;
    }

    GroupLook look() {
      return look;
    }

    @Override
    public GroupRef group() {
      return look.group();
    }

    @Override
    public int slot() {
      return Slots.of(IndexKeys.of(look.group()).all());
    }

    @Override
    public int size() {
      return LookScript.size(look);
    }

    @Override
    public boolean isAlone() {
      return alone;
    }

    /// Makes it go out again, in a script call of its own.
    void sendAlone() {
      alone = true;
    }

    void settle(LookResult of) {
      result = of;
    }
  }

  private final List<OpenLook> parts = new ArrayList<>();

  LookCalls(GroupLook look) {
    List<GroupLook.Item> items = look.items();
    for (int from = 0; from == 0 || from < items.size(); from += ITEMS_PER_CALL) {
      int to = Math.min(from + ITEMS_PER_CALL, items.size());
      parts.add(new OpenLook(new GroupLook(look.group(), items.subList(from, to))));
    }
  }

  /// The parts that have no result yet.
  List<OpenLook> open() {
    return parts.stream().filter(part -> part.result == null).toList();
  }

  LookResult result() {
    Instant at = Instant.MAX;
    List<Register> registers = new ArrayList<>();
    for (OpenLook part : parts) {
      switch (requireNonNull(part.result)) {
        case Failed failed -> {
          return failed;
        }
        case Unmarked unmarked -> {
          return unmarked;
        }
        case Looked looked -> {
          at = looked.at().isBefore(at) ? looked.at() : at;
          registers.addAll(looked.registers());
        }
      }
    }
    return new Looked(at, registers);
  }
}
