package pagemark.runtime;

import cloud.localstack.Localstack;
import cloud.localstack.awssdkv2.TestUtils;
import cloud.localstack.docker.annotation.LocalstackDockerConfiguration;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import pagemark.embedded.DynamoDbLocal;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// What stands in for AWS. Clients of both are made by localstack-utils.
sealed interface AwsSide extends AutoCloseable {
  URI endpoint();

  default DynamoDbClient client() {
    return TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), endpoint().toString()).build();
  }

  @Override
  void close();

  /// DynamoDB Local, which Maven brings.
  static AwsSide local() {
    return new Local(DatabasePool.borrow());
  }

  /// LocalStack in a container. The test that wants it is reported as not run where no Docker
  /// answers.
  static AwsSide localStack() throws Exception {
    if (!dockerAnswers()) {
      String line = "NOT RUN on LocalStack: docker info does not answer on this machine";
      System.out.println(line);
      Assumptions.abort(line);
    }
    LocalstackDockerConfiguration container =
        LocalstackDockerConfiguration.builder()
            .imageTag(LocalStack.TAG)
            .randomizePorts(true)
            .build();
    Localstack.INSTANCE.startup(container);
    return new LocalStack(URI.create(Localstack.INSTANCE.getEndpointDynamoDB()));
  }

  private static boolean dockerAnswers() throws InterruptedException {
    try {
      Process info =
          new ProcessBuilder("docker", "info")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = info.waitFor(20, TimeUnit.SECONDS);
      info.destroyForcibly();
      return ended && info.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  record Local(DynamoDbLocal server) implements AwsSide {
    @Override
    public URI endpoint() {
      return server.endpoint();
    }

    @Override
    public void close() {
      server.close();
    }
  }

  record LocalStack(URI endpoint) implements AwsSide {
    /// Of the images that start without an account.
    private static final String TAG = "3.8.1";

    @Override
    public void close() {
      Localstack.INSTANCE.stop();
    }
  }
}
