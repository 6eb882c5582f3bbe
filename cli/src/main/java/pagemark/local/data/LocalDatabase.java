package pagemark.local.data;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.DynamoDbLocal;
import pagemark.state.Inexact;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// DynamoDB Local with its client.
public record LocalDatabase(DynamoDbLocal server, DynamoDbClient dynamo) implements AutoCloseable {
  /// DynamoDB Local requires a region and credentials, but accepts any.
  public static final Region REGION = Region.US_EAST_1;

  public static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

  /// @param server is closed with the client
  public static LocalDatabase of(DynamoDbLocal server) {
    return new LocalDatabase(server, client(server.endpoint()));
  }

  /// Makes a client of the DynamoDB Local at `endpoint`.
  public static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(REGION)
        .credentialsProvider(CREDENTIALS)
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  /// Creates a table if it is missing, and waits until it can be used.
  public TableDescription create(CreateTableRequest creation) {
    String table = creation.tableName();
    if (!has(table)) {
      dynamo.createTable(creation);
    }
    try (var waiter = dynamo.waiter()) {
      waiter.waitUntilTableExists(d -> d.tableName(table));
    }
    return dynamo.describeTable(d -> d.tableName(table)).table();
  }

  boolean has(String table) {
    try {
      return dynamo.describeTable(d -> d.tableName(table)).table() != null;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  /// Deletes a table, and waits until it is gone.
  void delete(String table) {
    dynamo.deleteTable(d -> d.tableName(table));
    try (var waiter = dynamo.waiter()) {
      waiter.waitUntilTableNotExists(d -> d.tableName(table));
    }
  }

  /// As [#create], for a table that the index follows. Switches its stream on if it is off.
  ///
  /// @throws StackException if the table exists with a stream that lacks the images
  TableDescription createStreamed(CreateTableRequest creation) {
    TableDescription table = create(creation);
    Inexact.@Nullable Cause fault = StreamedTable.of(creation.tableName(), table).fault();
    if (fault == Inexact.Cause.STREAM_OFF) {
      dynamo.updateTable(
          update ->
              update
                  .tableName(creation.tableName())
                  .streamSpecification(creation.streamSpecification()));
      return create(creation);
    }
    if (fault != null) {
      throw new StackException(
          "the table %s has no stream of NEW_AND_OLD_IMAGES".formatted(table.tableName()));
    }
    return table;
  }

  @Override
  public void close() {
    dynamo.close();
    server.close();
  }

  /// The folder in which a stack keeps its table from one start to the next. One stack uses it at a
  /// time.
  ///
  /// | file | content |
  /// | --- | --- |
  /// | `dynamodb/` | DynamoDB Local's data |
  /// | `lock` | locked by the stack that uses the folder |
  public record DataFolder(Path path, FileChannel lock) implements AutoCloseable {

    /// Opens the folder; creates it if it is missing.
    ///
    /// @throws StackException if that fails, or another stack uses the folder
    public static DataFolder open(Path path) {
      try {
        Files.createDirectories(path);
        FileChannel channel =
            FileChannel.open(
                path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return locked(path, channel);
      } catch (IOException e) {
        throw new StackException(
            "the data folder %s cannot be used: %s".formatted(path, reason(e)), e);
      }
    }

    private static String reason(IOException e) {
      return switch (e) {
        case AccessDeniedException _ -> "this user may not write there";
        case FileAlreadyExistsException _ -> "it is a file";
        case NoSuchFileException _ -> "it cannot be created there";
        default -> String.valueOf(e.getMessage());
      };
    }

    private static DataFolder locked(Path path, FileChannel channel) throws IOException {
      try {
        if (channel.tryLock() != null) {
          return new DataFolder(path, channel);
        }
      } catch (OverlappingFileLockException e) {
        // Another stack of this process holds the lock.
      }
      channel.close();
      throw new StackException("the data folder %s is in use by another stack".formatted(path));
    }

    public Path dynamodb() {
      return path.resolve("dynamodb");
    }

    @Override
    public void close() throws IOException {
      lock.close();
    }
  }
}
