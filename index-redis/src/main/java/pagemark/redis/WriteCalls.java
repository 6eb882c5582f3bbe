package pagemark.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.redis.connection.Refusal;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.Slots;
import pagemark.redis.script.WriteAnswer;
import pagemark.redis.script.WriteScript;

/// Collects the results of one group's ops over one or more calls.
///
/// A group needs more than one call if it has too many ops for one, if a fence names a cell that
/// the call did not declare, or if Redis is out of memory and the removals must go out separately.
final class WriteCalls {
  /// What is still to be sent, in a script call of its own or with other groups.
  final class OpenCall implements SharedCalls.Open {
    private final List<Op> ops;

    /// Cells to declare in addition to those that the ops name.
    private final Set<Cell> fenced;

    /// The last write of this generation that the slot is known to have; null if none is known.
    private @Nullable Witness expected;

    private final boolean alone;

    private OpenCall(List<Op> ops, Set<Cell> fenced, boolean alone) {
      this.ops = ops;
      this.fenced = fenced;
      this.alone = alone;
    }

    /// What to send, with the witness of this moment.
    WriteScript.Part part() {
      expected = witnesses.last(write.group().generation(), slot);
      return new WriteScript.Part(write.group(), ops, write.notAfter(), fenced, expected);
    }

    @Override
    public int size() {
      return WriteScript.size(ops, fenced);
    }

    @Override
    public int slot() {
      return slot;
    }

    @Override
    public byte[] key() {
      return key;
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
      return new OpenCall(ops, fenced, true);
    }

    List<Op> ops() {
      return ops;
    }

    /// Records the answer for the group.
    ///
    /// @return the calls that must follow
    List<OpenCall> settle(WriteAnswer answer) {
      return switch (answer) {
        case WriteAnswer.Unmarked() -> {
          unmarked = true;
          witnesses.forget(write.group().generation(), slot);
          yield List.of();
        }
        case WriteAnswer.Expired() -> {
          expired = true;
          yield List.of();
        }
        case WriteAnswer.Decided decided -> {
          keepWitness(decided, expected);
          yield settled(decided);
        }
      };
    }

    private List<OpenCall> settled(WriteAnswer.Decided answer) {
      applied += answer.applied();
      duplicates += answer.duplicates();
      refused.addAll(answer.refused());
      if (answer.undeclared().isEmpty()) {
        return List.of();
      }
      Set<Cell> declared = new HashSet<>(fenced);
      declared.addAll(answer.cells());
      return List.of(new OpenCall(answer.undeclared(), declared, alone));
    }

    /// Records an error. If Redis is out of memory, the removals of a mixed call are tried again
    /// separately.
    List<OpenCall> failed(IndexException cause) {
      fail(cause);
      List<Op> removals = ops.stream().filter(Op::isRemoval).toList();
      boolean mixed = !removals.isEmpty() && removals.size() < ops.size();
      return mixed && Refusal.isOutOfMemory(cause)
          ? List.of(new OpenCall(removals, fenced, alone))
          : List.of();
    }

    /// Records that the call was not sent.
    void giveUp(IndexException cause) {
      fail(cause);
    }
  }

  /// The maximum of keys and arguments for ops. It leaves room for fixed keys and arguments and for
  /// fenced cells, of which a listing has at most 512.
  private static final int OPS_SIZE_MAX = ScriptCall.KEYS_AND_ARGUMENTS_MAX - 600;

  private final GroupWrite write;
  private final Witnesses witnesses;
  private final byte[] key;
  private final int slot;
  private final List<Op> refused = new ArrayList<>();
  private int applied;
  private int duplicates;
  private boolean unmarked;
  private boolean expired;
  private @Nullable IndexException failure;

  WriteCalls(GroupWrite write, Witnesses witnesses) {
    this.write = write;
    this.witnesses = witnesses;
    this.key = IndexKeys.of(write.group()).all();
    this.slot = Slots.of(key);
  }

  /// Divides the ops into calls, each within the limit on keys and arguments.
  List<OpenCall> firstCalls() {
    List<OpenCall> calls = new ArrayList<>();
    List<Op> ops = new ArrayList<>();
    int size = 0;
    for (Op op : write.ops()) {
      if (!ops.isEmpty() && size + WriteScript.size(op) > OPS_SIZE_MAX) {
        calls.add(new OpenCall(List.copyOf(ops), Set.of(), false));
        ops.clear();
        size = 0;
      }
      ops.add(op);
      size += WriteScript.size(op);
    }
    if (!ops.isEmpty()) {
      calls.add(new OpenCall(List.copyOf(ops), Set.of(), false));
    }
    return calls;
  }

  private void keepWitness(WriteAnswer.Decided reply, @Nullable Witness expected) {
    if (reply.gone() && expected != null) {
      witnesses.missed(slot, expected);
    }
    if (reply.last() != null) {
      witnesses.acknowledged(slot, Witness.of(write.group(), reply.last(), reply.at()));
    }
  }

  private void fail(IndexException cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  WriteResult result() {
    if (failure != null) {
      return new WriteResult.Failed(failure);
    }
    if (expired) {
      return new WriteResult.Expired();
    }
    return unmarked
        ? new WriteResult.Unmarked()
        : new WriteResult.Written(applied, duplicates, refused);
  }
}
