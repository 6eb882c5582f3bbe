package pagemark.redis;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Failed;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.LookResult.Unmarked;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.redis.script.LookScript;
import pagemark.redis.script.ScriptCall;

/// Packs the open calls of many groups into few script calls. A script call costs Redis as much as
/// several plain commands, before it has done anything.
///
/// On a cluster only groups of one slot can share a call. If the server refuses a call, as it
/// refuses additions when it is out of memory, the writer sends each group again alone.
final class SharedCalls {
  /// The maximum number of groups in a call. A batch of the stream has about one record for each,
  /// so that the call takes Redis about a millisecond; other clients wait meanwhile.
  static final int GROUPS_MAX = 64;

  private static final int ANY_SLOT = -1;

  /// A part of one group's work that goes out in one script call, alone or with other groups.
  interface Open {
    GroupRef group();

    /// The slot of all its keys.
    int slot();

    /// The maximum number of keys and arguments that it needs.
    int size();

    /// Whether it must not share a script call with other groups.
    boolean isAlone();
  }

  /// The calls that share a script call.
  private static final class Pack<C extends Open> {
    private final List<C> calls = new ArrayList<>();
    private final Set<GroupRef> groups = new HashSet<>();
    private int size;

    /// A group's second call must find what the first one wrote, so it is never in the same.
    private boolean hasRoomFor(C call) {
      return calls.size() < GROUPS_MAX
          && size + call.size() <= ScriptCall.KEYS_AND_ARGUMENTS_MAX
          && !groups.contains(call.group());
    }

    private void add(C call) {
      calls.add(call);
      groups.add(call.group());
      size += call.size();
    }
  }

  private SharedCalls() {}

  /// @param isCluster whether all keys of a call must be in one slot
  /// @return each call once, in order within a group
  static <C extends Open> List<List<C>> of(List<C> open, boolean isCluster) {
    List<Pack<C>> packs = new ArrayList<>();
    Map<Integer, Pack<C>> latest = new HashMap<>();
    for (C call : open) {
      int slot = isCluster ? call.slot() : ANY_SLOT;
      Pack<C> pack = call.isAlone() ? null : latest.get(slot);
      if (pack == null || !pack.hasRoomFor(call)) {
        pack = new Pack<>();
        packs.add(pack);
        if (!call.isAlone()) {
          latest.put(slot, pack);
        }
      }
      pack.add(call);
    }
    return packs.stream().map(pack -> List.copyOf(pack.calls)).toList();
  }

  /// Divides a group's look into calls, each within the limit on keys and arguments, and combines
  /// the results.
  static final class LookCalls {
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
}
