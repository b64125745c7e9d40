"""The parts of the reader of boards: plan, finding, looking, weighing."""
