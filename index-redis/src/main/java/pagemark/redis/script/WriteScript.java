package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Witness;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;

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
    private void addTo(List<byte[]> keys, List<byte[]> arguments, Duration witnessed) {
      List<byte[]> ownKeys = keys();
      List<byte[]> own = new ArrayList<>();
      own.add(bytes(write.group().generation()));
      own.add(bytes(Long.toString(write.notAfter().toEpochMilli())));
      addWitness(witness, witnessed, own);
      write.ops().forEach(op -> addOp(write.group().generation(), op, own));
      keys.addAll(ownKeys);
      arguments.add(bytes(Integer.toString(ownKeys.size())));
      arguments.add(bytes(Integer.toString(2 + own.size())));
      arguments.addAll(own);
    }

    private List<byte[]> keys() {
      IndexKeys keys = IndexKeys.of(write.group());
      IndexKeys witnessed = witness == null ? keys : IndexKeys.of(witness.group());
      List<byte[]> all = new ArrayList<>();
      all.addAll(List.of(keys.marker(), keys.all()));
      all.addAll(keys.fences());
      all.add(witnessed.all());
      all.addAll(witnessed.fences());
      cells(write.ops(), fenced).forEach(cell -> all.add(keys.cell(cell)));
      return all;
    }
  }

  /// Builds the call that applies the ops of `parts`, each of another group. If these have only
  /// removals, it also works when Redis is out of memory.
  ///
  /// @param witnessed how long slots must keep their witnesses
  public static ScriptCall call(List<Part> parts, FenceTime fences, Duration witnessed) {
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(NONE);
    fences.addTo(arguments);
    parts.forEach(part -> part.addTo(keys, arguments, witnessed));
    boolean removals =
        parts.stream().flatMap(part -> part.write().ops().stream()).allMatch(Op::isRemoval);
    return new ScriptCall(removals ? REMOVE : APPLY, keys, arguments);
  }

  private static void addWitness(
      @Nullable Witness witness, Duration witnessed, List<byte[]> arguments) {
    if (witness == null) {
      arguments.addAll(List.of(NONE, NONE, NONE, NONE, bytes("0")));
      return;
    }
    Fence fence = witness.fence();
    Entry entry = witness.entry();
    arguments.add(witness.item().toArray());
    arguments.add(expected(witness));
    arguments.add(fence == null ? NONE : bytes(fence.mark()));
    arguments.add(entry == null ? NONE : entry.position().member().toArray());
    arguments.add(bytes(Long.toString(witness.at().plus(witnessed).toEpochMilli())));
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
    return switch (op.rule()) {
      case Rule.Newer(var sequence, _) ->
          PackedFence.of(digest, op.item(), sequence, "", op.entry());
      case Rule.Unfenced() -> digest;
      case Rule.Unchanged unchanged -> {
        Fence left = unchanged.leaves(op.entry());
        yield PackedFence.of(digest, op.item(), left.sequence(), left.tag(), op.entry());
      }
    };
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

  /// The maximum number of keys and arguments that a group needs in a call.
  ///
  /// @param fenced as in [Part]
  public static int size(List<Op> ops, Set<Cell> fenced) {
    return HEAD_MAX + fenced.size() + ops.stream().mapToInt(WriteScript::size).sum();
  }

  /// The maximum number of keys and arguments that `op` needs.
  public static int size(Op op) {
    return 10 + 3 * op.olds().size();
  }

  private static void addOp(String generation, Op op, List<byte[]> arguments) {
    arguments.add(op.item().toArray());
    addRule(op, arguments);
    Entry entry = op.entry();
    if (entry == null) {
      arguments.addAll(List.of(NONE, NONE, NONE));
    } else {
      arguments.add(bytes(entry.cell().name()));
      arguments.add(bytes(Scores.text(entry.position().score())));
      arguments.add(member(op, entry));
    }
    arguments.add(packed(generation, op));
    arguments.add(bytes(Integer.toString(op.olds().size())));
    for (Entry old : op.olds()) {
      arguments.add(bytes(old.cell().name()));
      arguments.add(member(op, old));
    }
  }

  private static void addRule(Op op, List<byte[]> arguments) {
    switch (op.rule()) {
      case Rule.Newer(var sequence, _) -> arguments.addAll(List.of(NONE, bytes(sequence.digits())));
      case Rule.Unfenced() -> arguments.addAll(List.of(bytes("-"), NONE));
      case Rule.Unchanged unchanged -> {
        arguments.add(FenceText.seen(op.item(), unchanged.seen()));
        arguments.add(bytes(unchanged.leaves(null).mark()));
      }
    }
  }

  private static byte[] member(Op op, Entry entry) {
    Bytes member = entry.position().member();
    return member.equals(op.item()) ? NONE : member.toArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /// The reply of both scripts for one group.
  ///
  /// @param refused ops that their rule forbids
  /// @param undeclared ops that were not applied, because their fences name cells that the call did
  ///   not declare
  /// @param cells those cells
  /// @param at the time of the reply, by the server's clock
  /// @param last the last op that was applied, or that duplicates an op of this fence period; null
  ///   if there is none
  /// @param gone whether the witness of the call is gone
  public record Answer(
      int applied,
      int duplicates,
      List<Op> refused,
      List<Op> undeclared,
      Set<Cell> cells,
      Instant at,
      @Nullable Op last,
      boolean gone) {

    /// @param ops the ops of the call, in order
    public static Answer of(List<?> reply, List<Op> ops) {
      List<Op> refused = new ArrayList<>();
      for (Object number : (List<?>) reply.get(3)) {
        refused.add(op(ops, number));
      }
      List<Op> undeclared = new ArrayList<>();
      Set<Cell> cells = new HashSet<>();
      List<?> pairs = (List<?>) reply.get(4);
      for (int i = 0; i < pairs.size(); i += 2) {
        undeclared.add(op(ops, pairs.get(i)));
        cells.add(new Cell(Bytes.of((byte[]) pairs.get(i + 1)).text()));
      }
      return new Answer(
          count(reply, 1),
          count(reply, 2),
          refused,
          undeclared,
          cells,
          Instant.ofEpochMilli((Long) reply.getFirst()),
          count(reply, 5) == 0 ? null : op(ops, reply.get(5)),
          count(reply, 6) == 1);
    }

    private static Op op(List<Op> ops, Object number) {
      return ops.get(((Long) number).intValue() - 1);
    }

    private static int count(List<?> reply, int index) {
      return ((Long) reply.get(index)).intValue();
    }
  }
}
