package pagemark.sync;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;

/// A writer that applies a call's groups in any order and fails chosen ones, like a store whose
/// connection breaks before or after a script runs.
public final class FlakyWriter extends ForwardingWriter {
  public enum Fate {
    WORKS,
    FAILS_BEFORE_APPLYING,
    FAILS_AFTER_APPLYING
  }

  private final Function<GroupWrite, Fate> fates;
  private final Runnable afterEachGroup;
  public final List<GroupWrite> failed = new ArrayList<>();

  public FlakyWriter(
      PageIndexWriter writer, Function<GroupWrite, Fate> fates, Runnable afterEachGroup) {
    super(writer);
    this.fates = fates;
    this.afterEachGroup = afterEachGroup;
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, writes.size()).boxed().toList());
    Collections.shuffle(order, new Random(writes.size()));
    WriteResult[] results = new WriteResult[writes.size()];
    for (int i : order) {
      results[i] = write(writes.get(i));
      afterEachGroup.run();
    }
    return Arrays.asList(results);
  }

  private WriteResult write(GroupWrite write) {
    Fate fate = fates.apply(write);
    if (fate == Fate.WORKS) {
      return writer.write(List.of(write)).getFirst();
    }
    failed.add(write);
    if (fate == Fate.FAILS_AFTER_APPLYING) {
      writer.write(List.of(write));
    }
    return new Failed(new IndexException.Unavailable("connection reset", new IOException()));
  }
}
