package pagemark.redis.script;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Witness;
import pagemark.index.WriteResult;
import pagemark.redis.script.PackedFence.FenceText;
import pagemark.redis.script.PackedFence.FenceText.Scores;
import pagemark.redis.script.PackedFence.ItemDigest;
import pagemark.redis.script.ScriptCall.ArgumentList;
import pagemark.redis.script.ScriptCall.FenceTime;
import pagemark.redis.script.ScriptCall.Script;

/// `apply.lua` and `remove.lua`: apply ops to the registers of groups, each by its rule.
public final class WriteScript {
  private static final Script APPLY = script("apply.lua");
  private static final Script REMOVE = script("remove.lua");
  private static final byte[] NONE = {};

  /// The keys and arguments of a group besides its cells and ops.
  private static final int HEAD_MAX = 20;

  private WriteScript() {}

  private static Script script(String file) {
    return Script.of(
        "bytes.lua", "clock.lua", "packed.lua", "fences.lua", "witness.lua", "register.lua", file);
  }

  /// The ops of one group in a call.
  ///
  /// @param fenced cells that the ops' fences name, in addition to those that the ops name
  /// @param witness the last acknowledged write of the slot; null if there is none
  public record Part(GroupWrite write, Set<Cell> fenced, @Nullable Witness witness) {
    /// The same with the witness of this moment.
    public Part expecting(@Nullable Witness last) {
      return new Part(write, fenced, last);
    }

    /// The maximum number of keys and arguments that the group needs in a call.
    public int size() {
      return HEAD_MAX + fenced.size() + write.ops().stream().mapToInt(WriteScript::size).sum();
    }

    private void addTo(List<byte[]> keys, ArgumentList list, Duration witnessed) {
      List<byte[]> ownKeys = keys();
      keys.addAll(ownKeys);
      ArgumentList own = new ArgumentList();
      GroupRef group = write.group();
      own.add(group.generation());
      own.add(write.notAfter().toEpochMilli());
      if (witness == null) {
        own.add("");
      } else {
        own.add(isOwn(witness) ? "own" : "other");
        addWitness(witness, witnessed, own);
      }
      write.ops().forEach(op -> addOp(group.generation(), op, own));
      list.add(ownKeys.size());
      list.add(2 + own.size());
      list.addAll(own);
    }

    private boolean isOwn(Witness witness) {
      return witness.group().equals(write.group());
    }

    private List<byte[]> keys() {
      IndexKeys keys = IndexKeys.of(write.group());
      List<byte[]> all = new ArrayList<>();
      all.addAll(List.of(keys.marker(), keys.all()));
      all.addAll(keys.fences());
      if (witness != null && !isOwn(witness)) {
        IndexKeys witnessed = IndexKeys.of(witness.group());
        all.add(witnessed.all());
        all.addAll(witnessed.fences());
      }
      cells(write.ops(), fenced).forEach(cell -> all.add(keys.cell(cell)));
      return all;
    }
  }

  /// Builds the call that applies the ops of `parts`, each of another group. If these have only
  /// removals, it also works when Redis is out of memory.
  ///
  /// @param witnessed how long slots must keep their witnesses
  public static ScriptCall call(List<Part> parts, FenceTime fences, Duration witnessed) {
    boolean removals =
        parts.stream().flatMap(part -> part.write().ops().stream()).allMatch(Op::isRemoval);
    return new ScriptCall(
        removals ? REMOVE : APPLY,
        IndexKeys.of(parts.getFirst().write().group()).all(),
        (keys, arguments) -> {
          arguments.add(NONE);
          fences.addTo(arguments);
          ArgumentList list = new ArgumentList();
          parts.forEach(part -> part.addTo(keys, list, witnessed));
          arguments.add(list.toArray());
        });
  }

  private static void addWitness(Witness witness, Duration witnessed, ArgumentList list) {
    Fence fence = witness.fence();
    Entry entry = witness.entry();
    list.add(witness.item().toArray());
    list.add(expected(witness));
    list.add(fence == null ? "" : fence.mark());
    list.add(entry == null ? NONE : entry.position().member().toArray());
    list.add(witness.at().plus(witnessed).toEpochMilli());
  }

  /// The digest of the witness' item, and the packed sequence if a record left the fence.
  private static byte[] expected(Witness witness) {
    byte[] digest = ItemDigest.of(witness.group().generation(), witness.item());
    Fence fence = witness.fence();
    if (fence == null || !fence.tag().isEmpty()) {
      return digest;
    }
    byte[] sequence = PackedFence.packed(fence.sequence());
    byte[] expected = Arrays.copyOf(digest, digest.length + sequence.length);
    System.arraycopy(sequence, 0, expected, digest.length, sequence.length);
    return expected;
  }

  /// The packed fence that the op leaves, but for its member; only the digest if it leaves none.
  private static byte[] packed(String generation, Op op) {
    byte[] digest = ItemDigest.of(generation, op.item());
    Fence left = op.rule().leaves(op.entry());
    return left == null
        ? digest
        : PackedFence.of(digest, op.item(), left.sequence(), left.tag(), op.entry());
  }

  private static Set<Cell> cells(List<Op> ops, Set<Cell> fenced) {
    Set<Cell> cells = new LinkedHashSet<>(fenced);
    for (Op op : ops) {
      if (op.entry() != null) {
        cells.add(op.entry().cell());
      }
      op.olds().forEach(old -> cells.add(old.cell()));
      if (op.rule() instanceof Rule.Unchanged(Fence seen, _, _, _)
          && seen != null
          && seen.entry() != null) {
        cells.add(seen.entry().cell());
      }
    }
    cells.remove(Cell.WHOLE);
    return cells;
  }

  /// The maximum number of keys and arguments that `op` needs.
  public static int size(Op op) {
    return 10 + 3 * op.olds().size();
  }

  private static void addOp(String generation, Op op, ArgumentList list) {
    list.add(op.item().toArray());
    addRule(op, list);
    Entry entry = op.entry();
    list.add(entry == null ? "" : entry.cell().name());
    list.add(entry == null ? "" : Scores.text(entry.position().score()));
    list.add(entry == null ? NONE : member(op, entry));
    list.add(packed(generation, op));
    list.add(op.olds().size());
    for (Entry old : op.olds()) {
      list.add(old.cell().name());
      list.add(member(op, old));
    }
  }

  private static void addRule(Op op, ArgumentList list) {
    switch (op.rule()) {
      case Rule.Newer(var sequence, _) -> {
        list.add("");
        list.add(sequence.digits());
      }
      case Rule.Unfenced() -> {
        list.add("-");
        list.add("");
      }
      case Rule.Unchanged unchanged -> {
        list.add(FenceText.seen(op.item(), unchanged.seen()));
        list.add(unchanged.leaves(null).mark());
      }
    }
  }

  private static byte[] member(Op op, Entry entry) {
    Bytes member = entry.position().member();
    return member.equals(op.item()) ? NONE : member.toArray();
  }

  /// The answer of a [WriteScript] for one group of its call.
  ///
  /// @param result without the ops that are undeclared
  /// @param undeclared ops that were not applied, because their fences name cells that the call did
  ///   not declare
  /// @param cells those cells
  /// @param at the time of the reply, by the server's clock
  /// @param last the last op that was applied, or that duplicates an op of this fence period; null
  ///   if there is none
  /// @param gone whether the witness of the call is gone
  public record WriteAnswer(
      WriteResult result,
      List<Op> undeclared,
      Set<Cell> cells,
      Instant at,
      @Nullable Op last,
      boolean gone) {
    private static WriteAnswer nothing(WriteResult result, Instant at) {
      return new WriteAnswer(result, List.of(), Set.of(), at, null, false);
    }

    /// Reads the answers to a call.
    ///
    /// @param groups the ops of each group of the call, in order
    /// @return an answer for each group, in order
    public static List<WriteAnswer> of(Object reply, List<List<Op>> groups) {
      Iterator<?> values = ((List<?>) reply).iterator();
      Instant at = Instant.ofEpochMilli((Long) values.next());
      return groups.stream().map(ops -> next(values, at, ops)).toList();
    }

    private static WriteAnswer next(Iterator<?> values, Instant at, List<Op> ops) {
      List<Op> refused = new ArrayList<>();
      List<Op> undeclared = new ArrayList<>();
      Set<Cell> cells = new HashSet<>();
      for (int number = number(values); number != 0; number = number(values)) {
        if (number > 0) {
          refused.add(ops.get(number - 1));
        } else {
          undeclared.add(ops.get(-number - 1));
          cells.add(new Cell(Bytes.of((byte[]) values.next()).text()));
        }
      }
      int applied = number(values);
      return switch (applied) {
        case -1 -> nothing(new WriteResult.Unmarked(), at);
        case -2 -> nothing(new WriteResult.Expired(), at);
        default -> {
          WriteResult written = new WriteResult.Written(applied, number(values), refused);
          int last = number(values);
          Op latest = last == 0 ? null : ops.get(last - 1);
          yield new WriteAnswer(written, undeclared, cells, at, latest, number(values) == 1);
        }
      };
    }

    private static int number(Iterator<?> values) {
      return ((Long) values.next()).intValue();
    }
  }
}
