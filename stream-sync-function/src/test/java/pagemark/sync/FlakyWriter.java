package pagemark.sync;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;

/// A writer that applies a call's groups in any order and fails chosen ones, like a store whose
/// connection breaks before a script runs.
public final class FlakyWriter extends ForwardingWriter {
  private final Predicate<GroupWrite> fails;

  public FlakyWriter(PageIndexWriter writer, Predicate<GroupWrite> fails) {
    super(writer);
    this.fails = fails;
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, writes.size()).boxed().toList());
    Collections.shuffle(order, new Random(writes.size()));
    WriteResult[] results = new WriteResult[writes.size()];
    for (int i : order) {
      results[i] = write(writes.get(i));
    }
    return Arrays.asList(results);
  }

  private WriteResult write(GroupWrite write) {
    return fails.test(write)
        ? new Failed(new IndexException.Unavailable("connection reset", new IOException()))
        : writer.write(List.of(write)).getFirst();
  }
}
