package pagemark.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import pagemark.redis.connection.Refusal;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.WriteScript;
import pagemark.redis.script.WriteScript.WriteAnswer;

/// Collects the results of one group's ops over one or more calls.
///
/// A group needs more than one call if it has too many ops for one, if a fence names a cell that
/// the call did not declare, or if Redis is out of memory and the removals must go out separately.
final class WriteCalls {
  /// What is still to be sent, in a script call of its own or with other groups.
  final class OpenCall implements SharedCalls.Open {
    private WriteScript.Part part;
    private final boolean alone;

    private OpenCall(WriteScript.Part part, boolean alone) {
      this.part = part;
      this.alone = alone;
    }

    /// The arguments to send. They name the newest write of this generation that the slot must
    /// still have.
    WriteScript.Part part() {
      part = part.expecting(witnesses.last(write.group().generation(), slot));
      return part;
    }

    @Override
    public int size() {
      return part.size();
    }

    @Override
    public int slot() {
      return slot;
    }

    @Override
    public GroupRef group() {
      return write.group();
    }

    @Override
    public boolean isAlone() {
      return alone;
    }

    /// This call, for a script call of its own.
    OpenCall alone() {
      return new OpenCall(part, true);
    }

    List<Op> ops() {
      return part.write().ops();
    }

    /// Records the answer for the group.
    ///
    /// @return the calls that must follow
    List<OpenCall> settle(WriteAnswer answer) {
      results.add(answer.result());
      if (answer.result() instanceof WriteResult.Unmarked) {
        witnesses.forget(write.group().generation(), slot);
      }
      keepWitness(answer);
      if (answer.undeclared().isEmpty()) {
        return List.of();
      }
      Set<Cell> declared = new HashSet<>(part.fenced());
      declared.addAll(answer.cells());
      return List.of(new OpenCall(of(answer.undeclared(), declared), alone));
    }

    private void keepWitness(WriteAnswer answer) {
      Witness expected = part.witness();
      if (answer.gone() && expected != null) {
        witnesses.missed(slot, expected);
      }
      if (answer.last() != null) {
        witnesses.acknowledged(slot, Witness.of(write.group(), answer.last(), answer.at()));
      }
    }

    /// Records an error. If Redis is out of memory, the removals of a mixed call are tried again
    /// separately.
    List<OpenCall> failed(IndexException cause) {
      giveUp(cause);
      List<Op> removals = ops().stream().filter(Op::isRemoval).toList();
      boolean mixed = !removals.isEmpty() && removals.size() < ops().size();
      return mixed && Refusal.isOutOfMemory(cause)
          ? List.of(new OpenCall(of(removals, part.fenced()), alone))
          : List.of();
    }

    /// Records that the call was not sent.
    void giveUp(IndexException cause) {
      results.add(new WriteResult.Failed(cause));
    }
  }

  /// The maximum of keys and arguments for ops. It leaves room for fixed keys and arguments and for
  /// fenced cells, of which a listing has at most 512.
  private static final int OPS_SIZE_MAX = ScriptCall.KEYS_AND_ARGUMENTS_MAX - 600;

  private final GroupWrite write;
  private final Witnesses witnesses;
  private final int slot;
  private final List<WriteResult> results = new ArrayList<>();

  WriteCalls(GroupWrite write, Witnesses witnesses) {
    this.write = write;
    this.witnesses = witnesses;
    this.slot = Slots.of(IndexKeys.of(write.group()).all());
  }

  /// Divides the ops into calls, each within the limit on keys and arguments.
  List<OpenCall> firstCalls() {
    List<OpenCall> calls = new ArrayList<>();
    List<Op> ops = new ArrayList<>();
    int size = 0;
    for (Op op : write.ops()) {
      if (!ops.isEmpty() && size + WriteScript.size(op) > OPS_SIZE_MAX) {
        calls.add(new OpenCall(of(ops, Set.of()), false));
        ops.clear();
        size = 0;
      }
      ops.add(op);
      size += WriteScript.size(op);
    }
    if (!ops.isEmpty()) {
      calls.add(new OpenCall(of(ops, Set.of()), false));
    }
    return calls;
  }

  private WriteScript.Part of(List<Op> ops, Set<Cell> fenced) {
    return new WriteScript.Part(new GroupWrite(write.group(), ops, write.notAfter()), fenced, null);
  }

  /// The worst result of the calls, or the sum of all.
  WriteResult result() {
    return first(WriteResult.Failed.class)
        .or(() -> first(WriteResult.Expired.class))
        .or(() -> first(WriteResult.Unmarked.class))
        .orElseGet(this::written);
  }

  private Optional<WriteResult> first(Class<? extends WriteResult> kind) {
    return results.stream().filter(kind::isInstance).findFirst();
  }

  private Written written() {
    int applied = 0;
    int duplicates = 0;
    List<Op> refused = new ArrayList<>();
    for (WriteResult result : results) {
      Written written = (Written) result;
      applied += written.applied();
      duplicates += written.duplicates();
      refused.addAll(written.refused());
    }
    return new Written(applied, duplicates, refused);
  }
}
