// Written by schema-types.ts from the migrated database.
import type { ColumnType } from 'kysely'

export type DB = {
  answers: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    key: string
    request: string
    answer: string
    created_at: ColumnType<string, string | undefined, string>
  }
  application_answers: {
    tenant_id: ColumnType<number, number | undefined, number>
    application_id: number
    position: number
    question: string
    answer: string
  }
  application_entries: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    application_id: number
    event: 'applied' | 'moved' | 'note' | 'mail' | 'hire' | 'hired' | 'withdrawn' | 'removed'
    person_id: ColumnType<number | null, number | null | undefined, number | null>
    at: ColumnType<string, string | undefined, string>
    stage: ColumnType<string | null, string | null | undefined, string | null>
    subject: ColumnType<string, string | undefined, string>
    text: ColumnType<string, string | undefined, string>
  }
  application_ratings: {
    tenant_id: ColumnType<number, number | undefined, number>
    application_id: number
    person_id: number
    stars: number
    comment: ColumnType<string, string | undefined, string>
    at: ColumnType<string, string | undefined, string>
  }
  applications: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    opening_id: number
    stage_id: number
    stage_since: ColumnType<string, string | undefined, string>
    full_name: string
    email: string
    phone: ColumnType<string, string | undefined, string>
    links: ColumnType<string, string | undefined, string>
    cv_content_id: ColumnType<number | null, number | null | undefined, number | null>
    cv_name: ColumnType<string | null, string | null | undefined, string | null>
    form_key: ColumnType<string, string | undefined, string>
    created_at: ColumnType<string, string | undefined, string>
    rejected_at: ColumnType<string | null, string | null | undefined, string | null>
    removed_at: ColumnType<string | null, string | null | undefined, string | null>
    hired_id: ColumnType<number | null, number | null | undefined, number | null>
    undeliverable_at: ColumnType<string | null, string | null | undefined, string | null>
    looked_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  assignments: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    developer_id: number
    previous_manager_id: ColumnType<number | null, number | null | undefined, number | null>
    new_manager_id: ColumnType<number | null, number | null | undefined, number | null>
    assigned_by_id: number
    assigned_at: ColumnType<string, string | undefined, string>
  }
  authenticators: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    kind: 'app' | 'passkey'
    name: string
    created_at: ColumnType<string, string | undefined, string>
    used_at: ColumnType<string | null, string | null | undefined, string | null>
    secret: ColumnType<string | null, string | null | undefined, string | null>
    last_period: ColumnType<number | null, number | null | undefined, number | null>
    credential_id: ColumnType<string | null, string | null | undefined, string | null>
    public_key: ColumnType<string | null, string | null | undefined, string | null>
    counter: ColumnType<number | null, number | null | undefined, number | null>
    transports: ColumnType<string | null, string | null | undefined, string | null>
  }
  chat_messages: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    room_id: number
    sender_id: number
    content: string
    temp_id: ColumnType<string | null, string | null | undefined, string | null>
    created_at: ColumnType<string, string | undefined, string>
    has_files: ColumnType<boolean, boolean | undefined, boolean>
    search: ColumnType<string | null, never, never>
  }
  chat_rooms: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    room_type: 'PRIVATE' | 'PROJECT'
    project_id: ColumnType<number | null, number | null | undefined, number | null>
    first_person_id: ColumnType<number | null, number | null | undefined, number | null>
    second_person_id: ColumnType<number | null, number | null | undefined, number | null>
    last_message_id: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
  }
  chat_seen: {
    tenant_id: ColumnType<number, number | undefined, number>
    room_id: number
    person_id: number
    message_id: number
  }
  checklist_items: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    checklist_id: number
    position: number
    title: string
    owner: 'hr' | 'manager' | 'person'
    due_on: string
    done_at: ColumnType<string | null, string | null | undefined, string | null>
    done_by: ColumnType<number | null, number | null | undefined, number | null>
  }
  checklist_template_items: {
    tenant_id: ColumnType<number, number | undefined, number>
    template_id: number
    position: number
    title: string
    owner: 'hr' | 'manager' | 'person'
    days: number
  }
  checklist_templates: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    kind: 'joiner' | 'leaver'
  }
  checklists: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    name: string
    kind: 'joiner' | 'leaver'
    day: string
    created_at: ColumnType<string, string | undefined, string>
  }
  comment_reactions: {
    tenant_id: ColumnType<number, number | undefined, number>
    comment_id: number
    task_id: number
    person_id: number
    reaction: string
    created_at: ColumnType<string, string | undefined, string>
  }
  comments: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    task_id: number
    author_id: number
    text: string
    created_at: ColumnType<string, string | undefined, string>
    edited_at: ColumnType<string | null, string | null | undefined, string | null>
    search: ColumnType<string | null, never, never>
  }
  dependencies: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    task_id: number
    subtask_id: ColumnType<number | null, number | null | undefined, number | null>
    blocker_task_id: number
    blocker_subtask_id: ColumnType<number | null, number | null | undefined, number | null>
  }
  documents: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    owner_id: number
    content_id: number
    name: string
    expires_on: ColumnType<string | null, string | null | undefined, string | null>
    reminded_days: ColumnType<number | null, number | null | undefined, number | null>
    person_id: number
    trashed_at: ColumnType<string | null, string | null | undefined, string | null>
    trashed_by: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
    leave_id: ColumnType<number | null, number | null | undefined, number | null>
    is_draft: ColumnType<boolean, boolean | undefined, boolean>
  }
  ending_notices: {
    tenant_id: ColumnType<number, number | undefined, number>
    ends_on: string
    days: number
    sent_at: ColumnType<string, string | undefined, string>
  }
  file_contents: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    sha256: Buffer
    size: number
    type: string
    object: string
    width: ColumnType<number | null, number | null | undefined, number | null>
    height: ColumnType<number | null, number | null | undefined, number | null>
    used_at: ColumnType<string, string | undefined, string>
  }
  files: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    content_id: number
    task_id: ColumnType<number | null, number | null | undefined, number | null>
    comment_id: ColumnType<number | null, number | null | undefined, number | null>
    is_draft: ColumnType<boolean, boolean | undefined, boolean>
    name: string
    person_id: number
    trashed_at: ColumnType<string | null, string | null | undefined, string | null>
    trashed_by: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
    room_id: ColumnType<number | null, number | null | undefined, number | null>
    message_id: ColumnType<number | null, number | null | undefined, number | null>
    search: ColumnType<string | null, never, never>
  }
  hires: {
    tenant_id: ColumnType<number, number | undefined, number>
    application_id: number
    job_title: string
    department: string
    starts_on: string
    location_id: ColumnType<number | null, number | null | undefined, number | null>
    person_id: number
    created_at: ColumnType<string, string | undefined, string>
  }
  history: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    at: ColumnType<string, string | undefined, string>
    person_id: number
    project_id: number
    task_id: ColumnType<number | null, number | null | undefined, number | null>
    subtask_id: ColumnType<number | null, number | null | undefined, number | null>
    comment_id: ColumnType<number | null, number | null | undefined, number | null>
    field: string
    before: ColumnType<string | null, string | null | undefined, string | null>
    after: ColumnType<string | null, string | null | undefined, string | null>
  }
  holidays: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    location_id: number
    day: string
    name: string
    is_half: ColumnType<boolean, boolean | undefined, boolean>
    is_own: ColumnType<boolean, boolean | undefined, boolean>
  }
  imported_rows: {
    tenant_id: ColumnType<number, number | undefined, number>
    project_id: number
    format: string
    external_id: string
    import_id: number
    kind: 'task' | 'subtask' | 'comment'
    row_id: number
    task_id: number
    version: number
    row_key: ColumnType<string | null, string | null | undefined, string | null>
  }
  imports: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    author_id: number
    format: 'csv' | 'trello' | 'asana' | 'jira'
    file_name: ColumnType<string, string | undefined, string>
    tasks: number
    subtasks: number
    comments: number
    created_at: ColumnType<string, string | undefined, string>
    undone_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  interviewers: {
    tenant_id: ColumnType<number, number | undefined, number>
    interview_id: number
    person_id: number
  }
  interviews: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    application_id: number
    starts_at: string
    minutes: number
    place: ColumnType<string, string | undefined, string>
    agenda: ColumnType<string, string | undefined, string>
    sequence: ColumnType<number, number | undefined, number>
    person_id: number
    cancelled_at: ColumnType<string | null, string | null | undefined, string | null>
    changed_at: ColumnType<string, string | undefined, string>
  }
  labels: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    color: ColumnType<string, string | undefined, string>
  }
  leave_days: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    day: string
    half: 0 | 1
    leave_id: number
  }
  leave_decisions: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    leave_id: number
    stage: 'manager' | 'hr'
    is_approved: boolean
    decided_by: number
    decided_at: ColumnType<string, string | undefined, string>
    reason: ColumnType<string, string | undefined, string>
  }
  leave_feeds: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    key: ColumnType<string, string | undefined, string>
  }
  leave_ledger: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    type_id: number
    kind: 'grant' | 'expiry' | 'correction' | 'taken' | 'returned'
    key: ColumnType<string | null, string | null | undefined, string | null>
    day: string
    half_days: number
    leave_id: ColumnType<number | null, number | null | undefined, number | null>
    reason: string
    by_id: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
  }
  leave_policies: {
    tenant_id: ColumnType<number, number | undefined, number>
    type_id: number
    year: number
    allowance: ColumnType<number | null, number | null | undefined, number | null>
    granted: 'yearly' | 'monthly'
    carry_limit: ColumnType<number | null, number | null | undefined, number | null>
    carry_until: ColumnType<string | null, string | null | undefined, string | null>
    overdraft: ColumnType<number, number | undefined, number>
  }
  leave_requests: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    type_id: number
    from_day: string
    starts_at_noon: ColumnType<boolean, boolean | undefined, boolean>
    to_day: string
    ends_at_noon: ColumnType<boolean, boolean | undefined, boolean>
    status: ColumnType<'pending' | 'approved' | 'declined' | 'cancelled', 'pending' | 'approved' | 'declined' | 'cancelled' | undefined, 'pending' | 'approved' | 'declined' | 'cancelled'>
    stage: ColumnType<'manager' | 'hr' | null, 'manager' | 'hr' | null | undefined, 'manager' | 'hr' | null>
    note: ColumnType<string, string | undefined, string>
    half_days: ColumnType<number, number | undefined, number>
    created_by: number
    created_at: ColumnType<string, string | undefined, string>
  }
  leave_types: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    color: 'teal' | 'blue' | 'iris' | 'plum' | 'rose' | 'rust' | 'green' | 'slate'
    needs_approval: ColumnType<boolean, boolean | undefined, boolean>
    allows_half_days: ColumnType<boolean, boolean | undefined, boolean>
    proof: ColumnType<'none' | 'note' | 'document', 'none' | 'note' | 'document' | undefined, 'none' | 'note' | 'document'>
    is_archived: ColumnType<boolean, boolean | undefined, boolean>
  }
  limits: {
    key: string
    count: number
    resets_at: string
  }
  locations: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    country: ColumnType<string | null, string | null | undefined, string | null>
    region: ColumnType<string | null, string | null | undefined, string | null>
    timezone: string
    is_default: ColumnType<boolean, boolean | undefined, boolean>
    filled_through: ColumnType<number | null, number | null | undefined, number | null>
  }
  mail_templates: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    subject: string
    text: string
  }
  members: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    person_id: number
    role: 'project_manager' | 'developer'
    created_at: ColumnType<string, string | undefined, string>
  }
  notifications: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    message: string
    link: ColumnType<string | null, string | null | undefined, string | null>
    is_read: ColumnType<boolean, boolean | undefined, boolean>
    created_at: ColumnType<string, string | undefined, string>
  }
  open_log_ins: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    key: ColumnType<string, string | undefined, string>
    person_id: number
    challenge: string
    expires_at: string
  }
  opening_questions: {
    tenant_id: ColumnType<number, number | undefined, number>
    opening_id: number
    position: number
    text: string
    is_required: boolean
    is_long: boolean
  }
  openings: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    title: string
    department: string
    location_id: ColumnType<number | null, number | null | undefined, number | null>
    description: ColumnType<string, string | undefined, string>
    closes_on: ColumnType<string | null, string | null | undefined, string | null>
    status: ColumnType<'draft' | 'published' | 'closed', 'draft' | 'published' | 'closed' | undefined, 'draft' | 'published' | 'closed'>
    created_at: ColumnType<string, string | undefined, string>
  }
  outbox: {
    tenant_id: ColumnType<number, number | undefined, number>
    key: string
    created_at: ColumnType<string, string | undefined, string>
    notices: string
  }
  password_links: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, never, never>
    person_id: number
    purpose: 'invitation' | 'reset'
    created_at: ColumnType<string, string | undefined, string>
    expires_at: string
    ended_at: ColumnType<string | null, string | null | undefined, string | null>
    key: ColumnType<string, string | undefined, string>
  }
  payment_reversals: {
    tenant_id: ColumnType<number, number | undefined, number>
    stripe_id: string
    stripe_session_id: string
    kind: 'charge' | 'refund' | 'dispute'
    amount: number
    status: string
    event_at: string
  }
  payments: {
    tenant_id: ColumnType<number, number | undefined, number>
    stripe_session_id: string
    created_at: ColumnType<string, string | undefined, string>
    amount: number
    currency: string
    payment_status: 'paid' | 'unpaid' | 'no_payment_required'
    paid_until: ColumnType<string | null, string | null | undefined, string | null>
    expected_amount: ColumnType<number | null, number | null | undefined, number | null>
    expected_currency: ColumnType<string | null, string | null | undefined, string | null>
    payment_intent: ColumnType<string | null, string | null | undefined, string | null>
    refunded_amount: ColumnType<number, number | undefined, number>
    dispute_status: ColumnType<string | null, string | null | undefined, string | null>
  }
  people: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    email: string
    full_name: string
    role: 'super_admin' | 'tenant_admin' | 'project_manager' | 'hr' | 'developer'
    job_title: ColumnType<string, string | undefined, string>
    department: ColumnType<string, string | undefined, string>
    password_hash: ColumnType<string | null, string | null | undefined, string | null>
    accepted_at: ColumnType<string | null, string | null | undefined, string | null>
    is_active: ColumnType<boolean, boolean | undefined, boolean>
    date_joined: ColumnType<string, string | undefined, string>
    manager_id: ColumnType<number | null, number | null | undefined, number | null>
    device_key: ColumnType<string, string | undefined, string>
    gets_weekly_summary: ColumnType<boolean, boolean | undefined, boolean>
    is_owner: ColumnType<boolean, boolean | undefined, boolean>
    has_second_factor: ColumnType<boolean, boolean | undefined, boolean>
    phone: ColumnType<string, string | undefined, string>
    location_id: ColumnType<number | null, number | null | undefined, number | null>
    reports_to_id: ColumnType<number | null, number | null | undefined, number | null>
    starts_on: ColumnType<string | null, string | null | undefined, string | null>
    ends_on: ColumnType<string | null, string | null | undefined, string | null>
    search: ColumnType<string | null, never, never>
    undeliverable_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  pictures: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: ColumnType<number | null, number | null | undefined, number | null>
    version: string
    width: number
    height: number
    ground: ColumnType<'light' | 'dark' | null, 'light' | 'dark' | null | undefined, 'light' | 'dark' | null>
    image: Buffer
  }
  private_data: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    birthday: ColumnType<string | null, string | null | undefined, string | null>
    address: ColumnType<string, string | undefined, string>
    phone: ColumnType<string, string | undefined, string>
    emergency_contact: ColumnType<string, string | undefined, string>
  }
  project_keys: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    key: string
  }
  project_numbers: {
    tenant_id: ColumnType<number, number | undefined, number>
    project_id: number
    last_number: ColumnType<number, number | undefined, number>
  }
  project_updates: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    author_id: number
    state: 'on_track' | 'at_risk' | 'late'
    text: string
    created_at: ColumnType<string, string | undefined, string>
  }
  projects: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    description: ColumnType<string, string | undefined, string>
    start_date: ColumnType<string | null, string | null | undefined, string | null>
    end_date: ColumnType<string | null, string | null | undefined, string | null>
    status: ColumnType<'planning' | 'in_progress' | 'completed' | 'on_hold', 'planning' | 'in_progress' | 'completed' | 'on_hold' | undefined, 'planning' | 'in_progress' | 'completed' | 'on_hold'>
    priority: ColumnType<'low' | 'medium' | 'high', 'low' | 'medium' | 'high' | undefined, 'low' | 'medium' | 'high'>
    is_active: ColumnType<boolean, boolean | undefined, boolean>
    assigned_pm: number
    created_at: ColumnType<string, string | undefined, string>
    version: ColumnType<number, number | undefined, number>
    changed_at: ColumnType<string | null, string | null | undefined, string | null>
    key: ColumnType<string | null, string | null | undefined, string | null>
    search: ColumnType<string | null, never, never>
  }
  recovery_codes: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    hash: string
    used_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  recruiting_stages: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    kind: 'open' | 'hired' | 'rejected'
    position: number
  }
  saved_views: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    person_id: number
    is_shared: ColumnType<boolean, boolean | undefined, boolean>
    name: string
    query: string
    created_at: ColumnType<string, string | undefined, string>
  }
  schedules: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    from_day: string
    minutes: number[]
  }
  security_events: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    happened_at: ColumnType<string, string | undefined, string>
    kind: string
    person_id: ColumnType<number | null, number | null | undefined, number | null>
    actor: ColumnType<string | null, string | null | undefined, string | null>
    about: ColumnType<string, string | undefined, string>
    address: ColumnType<string | null, string | null | undefined, string | null>
    agent: ColumnType<string | null, string | null | undefined, string | null>
    request_id: ColumnType<string | null, string | null | undefined, string | null>
  }
  sessions: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, never, never>
    person_id: number
    generation: ColumnType<number, number | undefined, number>
    rotated_at: ColumnType<string, string | undefined, string>
    created_at: ColumnType<string, string | undefined, string>
    expires_at: string
    ended_at: ColumnType<string | null, string | null | undefined, string | null>
    key: ColumnType<string, string | undefined, string>
    address: ColumnType<string | null, string | null | undefined, string | null>
    agent: ColumnType<string | null, string | null | undefined, string | null>
  }
  signup_codes: {
    id: ColumnType<number, never, never>
    email: string
    created_at: ColumnType<string, string | undefined, string>
    expires_at: string
    attempts: ColumnType<number, number | undefined, number>
    verified_at: ColumnType<string | null, string | null | undefined, string | null>
    used_at: ColumnType<string | null, string | null | undefined, string | null>
    key: ColumnType<string, string | undefined, string>
  }
  subtask_proposals: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    task_id: number
    person_id: number
    title: string
    description: ColumnType<string, string | undefined, string>
    estimated_hours: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
  }
  subtasks: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    task_id: number
    title: string
    description: ColumnType<string, string | undefined, string>
    status: ColumnType<'todo' | 'in_progress' | 'done', 'todo' | 'in_progress' | 'done' | undefined, 'todo' | 'in_progress' | 'done'>
    priority: ColumnType<'low' | 'medium' | 'high', 'low' | 'medium' | 'high' | undefined, 'low' | 'medium' | 'high'>
    due_date: ColumnType<string | null, string | null | undefined, string | null>
    estimated_hours: ColumnType<number | null, number | null | undefined, number | null>
    assigned_to_id: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
    done_at: ColumnType<string | null, string | null | undefined, string | null>
    number: ColumnType<number | null, number | null | undefined, number | null>
    spent_minutes: ColumnType<number, number | undefined, number>
    search: ColumnType<string | null, never, never>
  }
  task_labels: {
    tenant_id: ColumnType<number, number | undefined, number>
    task_id: number
    label_id: number
  }
  tasks: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    project_id: number
    title: string
    description: ColumnType<string, string | undefined, string>
    status: ColumnType<'todo' | 'in_progress' | 'done', 'todo' | 'in_progress' | 'done' | undefined, 'todo' | 'in_progress' | 'done'>
    priority: ColumnType<'low' | 'medium' | 'high', 'low' | 'medium' | 'high' | undefined, 'low' | 'medium' | 'high'>
    due_date: ColumnType<string | null, string | null | undefined, string | null>
    assigned_to_id: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<string, string | undefined, string>
    version: ColumnType<number, number | undefined, number>
    changed_at: ColumnType<string | null, string | null | undefined, string | null>
    done_at: ColumnType<string | null, string | null | undefined, string | null>
    number: ColumnType<number | null, number | null | undefined, number | null>
    recurrence: ColumnType<'daily' | 'weekdays' | 'weekly' | 'monthly' | null, 'daily' | 'weekdays' | 'weekly' | 'monthly' | null | undefined, 'daily' | 'weekdays' | 'weekly' | 'monthly' | null>
    recurrence_day: ColumnType<number | null, number | null | undefined, number | null>
    next_task_id: ColumnType<number | null, number | null | undefined, number | null>
    search: ColumnType<string | null, never, never>
    spent_minutes: ColumnType<number, number | undefined, number>
  }
  template_blockers: {
    tenant_id: ColumnType<number, number | undefined, number>
    template_id: number
    position: number
    blocker_position: number
  }
  template_labels: {
    tenant_id: ColumnType<number, number | undefined, number>
    template_id: number
    position: number
    label_id: number
  }
  template_work: {
    tenant_id: ColumnType<number, number | undefined, number>
    template_id: number
    position: number
    parent_position: ColumnType<number | null, number | null | undefined, number | null>
    title: string
    description: string
    priority: 'low' | 'medium' | 'high'
    estimated_hours: ColumnType<number | null, number | null | undefined, number | null>
    recurrence: ColumnType<'daily' | 'weekdays' | 'weekly' | 'monthly' | null, 'daily' | 'weekdays' | 'weekly' | 'monthly' | null | undefined, 'daily' | 'weekdays' | 'weekly' | 'monthly' | null>
    due_after: ColumnType<number | null, number | null | undefined, number | null>
  }
  templates: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    name: string
    description: string
    author_id: number
    created_at: ColumnType<string, string | undefined, string>
  }
  tenants: {
    id: ColumnType<number, never, never>
    name: string
    name_key: string
    subdomain: string
    schema: string
    timezone: ColumnType<string, string | undefined, string>
    on_trial: ColumnType<boolean, boolean | undefined, boolean>
    trial_ends_on: ColumnType<string | null, string | null | undefined, string | null>
    paid_until: ColumnType<string | null, string | null | undefined, string | null>
    is_blocked: ColumnType<boolean, boolean | undefined, boolean>
    created_at: ColumnType<string, string | undefined, string>
    summarised_on: ColumnType<string | null, string | null | undefined, string | null>
    first_day: ColumnType<0 | 1 | 6, 0 | 1 | 6 | undefined, 0 | 1 | 6>
    accent: ColumnType<'teal' | 'blue' | 'iris' | 'plum' | 'rose' | 'rust' | 'green' | 'slate', 'teal' | 'blue' | 'iris' | 'plum' | 'rose' | 'rust' | 'green' | 'slate' | undefined, 'teal' | 'blue' | 'iris' | 'plum' | 'rose' | 'rust' | 'green' | 'slate'>
    deleted_at: ColumnType<string | null, string | null | undefined, string | null>
    is_public_demo: ColumnType<boolean, boolean | undefined, boolean>
    requires_second_factor: ColumnType<boolean, boolean | undefined, boolean>
    leave_approval: ColumnType<'manager_then_hr' | 'hr', 'manager_then_hr' | 'hr' | undefined, 'manager_then_hr' | 'hr'>
    retention_days: ColumnType<number, number | undefined, number>
  }
  time_entries: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    project_id: number
    task_id: number
    subtask_id: ColumnType<number | null, number | null | undefined, number | null>
    number: ColumnType<number | null, number | null | undefined, number | null>
    title: string
    day: string
    minutes: number
    note: ColumnType<string, string | undefined, string>
    created_at: ColumnType<string, string | undefined, string>
  }
  time_sheets: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    week: string
    project_id: number
    status: ColumnType<'submitted' | 'approved' | 'returned', 'submitted' | 'approved' | 'returned' | undefined, 'submitted' | 'approved' | 'returned'>
    submitted_at: ColumnType<string, string | undefined, string>
    decided_at: ColumnType<string | null, string | null | undefined, string | null>
    decided_by: ColumnType<number | null, number | null | undefined, number | null>
    reason: ColumnType<string, string | undefined, string>
  }
  timers: {
    tenant_id: ColumnType<number, number | undefined, number>
    person_id: number
    project_id: number
    task_id: number
    subtask_id: ColumnType<number | null, number | null | undefined, number | null>
    number: ColumnType<number | null, number | null | undefined, number | null>
    title: string
    started_at: ColumnType<string, string | undefined, string>
  }
  trash: {
    tenant_id: ColumnType<number, number | undefined, number>
    kind: 'task' | 'subtask' | 'comment' | 'label' | 'import'
    row_id: number
    deleted_by: number
    deleted_at: ColumnType<string, string | undefined, string>
    content: string
  }
  uploads: {
    tenant_id: ColumnType<number, number | undefined, number>
    id: ColumnType<number, number | undefined, number>
    person_id: number
    task_id: ColumnType<number | null, number | null | undefined, number | null>
    is_draft: ColumnType<boolean, boolean | undefined, boolean>
    name: string
    size: number
    received: ColumnType<number, number | undefined, number>
    file_id: ColumnType<number | null, number | null | undefined, number | null>
    touched_at: ColumnType<string, string | undefined, string>
    room_id: ColumnType<number | null, number | null | undefined, number | null>
    owner_id: ColumnType<number | null, number | null | undefined, number | null>
  }
}

export const tenantTables: ReadonlySet<string> = new Set([
  'answers',
  'application_answers',
  'application_entries',
  'application_ratings',
  'applications',
  'assignments',
  'authenticators',
  'chat_messages',
  'chat_rooms',
  'chat_seen',
  'checklist_items',
  'checklist_template_items',
  'checklist_templates',
  'checklists',
  'comment_reactions',
  'comments',
  'dependencies',
  'documents',
  'ending_notices',
  'file_contents',
  'files',
  'hires',
  'history',
  'holidays',
  'imported_rows',
  'imports',
  'interviewers',
  'interviews',
  'labels',
  'leave_days',
  'leave_decisions',
  'leave_feeds',
  'leave_ledger',
  'leave_policies',
  'leave_requests',
  'leave_types',
  'locations',
  'mail_templates',
  'members',
  'notifications',
  'open_log_ins',
  'opening_questions',
  'openings',
  'outbox',
  'password_links',
  'payment_reversals',
  'payments',
  'people',
  'pictures',
  'private_data',
  'project_keys',
  'project_numbers',
  'project_updates',
  'projects',
  'recovery_codes',
  'recruiting_stages',
  'saved_views',
  'schedules',
  'security_events',
  'sessions',
  'subtask_proposals',
  'subtasks',
  'task_labels',
  'tasks',
  'template_blockers',
  'template_labels',
  'template_work',
  'templates',
  'time_entries',
  'time_sheets',
  'timers',
  'trash',
  'uploads',
])
