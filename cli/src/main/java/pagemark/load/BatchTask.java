package pagemark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Writes a batch. If DynamoDB refuses the whole batch because of one item, writes its items one by
/// one to find that item.
record BatchTask(BatchWriter writer, Batch batch) implements Callable<BatchTask.Done> {
  private static final String REFUSED =
      "is refused by DynamoDB: a key of the table or of an index of it has a wrong type or size";

  /// A line that DynamoDB refused.
  record Refused(long line, String reason) {}

  record Done(int loaded, List<Refused> refused) {}

  @Override
  public Done call() {
    try {
      writer.write(batch.items().stream().map(Batch.Numbered::item).toList());
      return new Done(batch.lines(), List.of());
    } catch (DynamoDbException e) {
      return oneByOne(e);
    }
  }

  private Done oneByOne(DynamoDbException cause) {
    List<Refused> refused = new ArrayList<>();
    requireValidation(cause);
    for (Batch.Numbered numbered : batch.items()) {
      try {
        writer.write(List.of(numbered.item()));
      } catch (DynamoDbException e) {
        requireValidation(e);
        refused.add(new Refused(numbered.line(), REFUSED));
      }
    }
    return new Done(batch.lines() - refused.size(), refused);
  }

  private static void requireValidation(DynamoDbException e) {
    if (e.awsErrorDetails() == null
        || !"ValidationException".equals(e.awsErrorDetails().errorCode())) {
      throw e;
    }
  }
}
